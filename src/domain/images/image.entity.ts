import { createHash } from 'node:crypto';
import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyDB } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { optionalText, sequenceId, text, timestamp } from '../../platform/postgres/columns.ts';
import { rowsByKey } from '../../platform/postgres/rows-by-key.ts';
import type { Context, Loader } from '../context/context.ts';

/** The two versions of a stored picture, as WebP without metadata (decisions/0103). */
export const PictureEntity = defineEntity({
  name: 'Picture',
  tableName: 'picture',
  properties: {
    /** SHA-256 of the wide version, in hex. */
    hash: text().primary(),
    /** Of the wide version, in pixels. */
    width: p.integer(),
    height: p.integer(),
    wide: p.blob(),
    narrow: p.blob(),
    /** When it was uploaded last. */
    createdUtc: timestamp().index('picture_created'),
  },
});

/** The URL of a picture elsewhere, which the server never fetches, or a stored picture (rules#images). */
export const ImageEntity = defineEntity({
  name: 'Image',
  tableName: 'image',
  properties: {
    id: sequenceId('record_id_seq'),
    /** Of a stored picture: its path, since the address of the site may change. */
    url: text(),
    /** {@link urlKey} or {@link pictureKey}: PostgreSQL cannot index very long texts. */
    urlHash: text().unique(),
    alt: optionalText(),
    /** Of a stored picture: the user that uploaded it, and may use it before a record shows it. */
    uploaderId: p.integer().nullable(),
    pictureHash: p
      .manyToOne(PictureEntity)
      .mapToPk()
      .nullable()
      .fieldName('picture_hash')
      .index('image_picture')
      .deleteRule('restrict')
      .foreignKeyName('image_picture_hash_fkey'),
  },
});

export const imageEntities = [PictureEntity, ImageEntity] as const;

declare module '../../platform/postgres/tables.ts' {
  interface Tables extends InferKyselyDB<(typeof imageEntities)[number]> {}
}

/** An image as queries return it. */
export interface ImageRecord {
  id: number;
  /** Absolute. */
  url: string;
  alt: string | null;
  /** Of a stored picture, in pixels; null for pictures elsewhere. */
  width: number | null;
  height: number | null;
}

type ImageRow = ImageRecord & { alt: string };

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** The stored hash that makes each URL elsewhere one image. */
export const urlKey = (url: string): string => sha256(url);
/** The stored hash that makes each picture with each text one image of its uploader. URLs contain no spaces. */
export const pictureKey = (url: string, uploaderId: number, alt: string): string =>
  sha256(`${url} ${uploaderId} ${alt}`);

/** The columns of an {@link ImageRecord}; `image` must be joined with `picture`. */
export const IMAGE_COLUMNS = ['image.id', 'url', 'alt', 'width', 'height'] as const;

/** An image with the address at which the caller reaches the site. */
export const shownImage = ({ urls }: Context, { url, alt, ...image }: ImageRow): ImageRecord => ({
  ...image,
  url: image.width === null ? url : `${urls.site}${url}`,
  alt: alt === '' ? null : alt,
});

const readById = rowsByKey<number, 'id', ImageRow>(
  (db, ids) =>
    db
      .selectFrom('image')
      .leftJoin('picture', 'hash', 'picture_hash')
      .select(IMAGE_COLUMNS)
      .where(sql<boolean>`image.id = any(${ids}::int[])`),
  'id',
);

/** Images by id; null for unknown ids. */
export const imageById: Loader<number, ImageRecord | null> = {
  batch: async (context, ids) =>
    (await readById(context.db, ids)).map((row) => row && shownImage(context, row)),
};
