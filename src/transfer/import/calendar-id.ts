import { randomUUID } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { SettingEntity } from '../../domain/access/setting.entity.ts';
import { kysely } from '../../platform/postgres/orm.ts';
import { lastIds } from './stored.ts';

const ORIGIN = 'origin';

/** The host in this calendar's global ids; null without a public address. */
export const publicHost = (baseUrl: string | undefined): string | null =>
  baseUrl === undefined ? null : new URL(baseUrl).hostname;

/** The random id of this calendar, created on first use. Restored copies share it. */
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
