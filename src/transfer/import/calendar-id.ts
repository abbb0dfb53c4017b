import { randomUUID } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { SettingEntity } from '../../domain/access/setting.entity.ts';
import { kysely } from '../../platform/postgres/orm.ts';
import { lastIds } from './stored.ts';

const ORIGIN = 'origin';

/** The host in global ids of this calendar; null without a public address. */
export const publicHost = (baseUrl: string | undefined): string | null =>
  baseUrl === undefined ? null : new URL(baseUrl).hostname;

/** The random name of this calendar. A copy that was restored elsewhere has the same one. */
export async function ensureCalendarId(em: EntityManager): Promise<string> {
  const setting =
    (await em.findOne(SettingEntity, { name: ORIGIN })) ??
    em.create(SettingEntity, { name: ORIGIN, value: randomUUID() });
  await em.flush();
  return setting.value;
}

/** Whether there is any record or term. */
export const isInUse = async (em: EntityManager): Promise<boolean> =>
  Object.values(await lastIds(kysely(em))).some((id) => id > 0);
