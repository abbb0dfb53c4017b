import { createHmac, createSecretKey, hkdfSync, type KeyObject, randomBytes } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { SettingEntity } from './setting.entity.ts';

/** The setting that stores the key if there is no SECRET_KEY. */
const KEY_SETTING = 'application-password-key';
/** The setting that identifies the SECRET_KEY of an installation, without disclosing it. */
const KEY_ID_SETTING = 'application-password-key-id';

/** The passwords in the database were created with another SECRET_KEY. The message is for the operator. */
export class SecretKeyError extends Error {}

const getSetting = async (em: EntityManager, name: string): Promise<string | undefined> =>
  (await em.findOne(SettingEntity, name))?.value;

/** The value of a setting; stores `value` if there is none. Concurrent first starts agree on one value. */
async function getOrStoreSetting(em: EntityManager, name: string, value: string): Promise<string> {
  const present = await getSetting(em, name);
  return present ?? (await em.upsert(SettingEntity, { name, value }, { onConflictAction: 'ignore' })).value;
}

/**
 * The keys of the password hashes (decisions/0020). With SECRET_KEY, the key is derived from it, so that a copy of the
 * database alone does not help to guess passwords. Without it, a random key is stored in the database. Hashes created
 * before SECRET_KEY was set stay valid.
 */
export class PasswordKeys {
  readonly #secret: KeyObject | undefined;

  constructor(secretKey: string | undefined) {
    if (secretKey === undefined) return;
    this.#secret = createSecretKey(
      Buffer.from(hkdfSync('sha256', secretKey, '', 'application passwords', 32)),
    );
  }

  /** The key for new hashes. */
  async current(em: EntityManager): Promise<KeyObject> {
    return (
      this.#secret ??
      createSecretKey(await getOrStoreSetting(em, KEY_SETTING, randomBytes(32).toString('hex')), 'hex')
    );
  }

  /** The key for new hashes, and the key of older ones. */
  async accepted(em: EntityManager): Promise<{ current: KeyObject; former: KeyObject }> {
    const current = await this.current(em);
    const stored = this.#secret && (await getSetting(em, KEY_SETTING));
    return { current, former: stored === undefined ? current : createSecretKey(stored, 'hex') };
  }

  /**
   * Checks that the passwords in the database were created with this key. A new installation adopts the key.
   * @throws SecretKeyError if they were created with another key
   */
  async check(em: EntityManager): Promise<void> {
    if (!this.#secret) {
      if ((await getSetting(em, KEY_ID_SETTING)) === undefined) return void (await this.current(em));
      throw new SecretKeyError(
        `The application passwords of this database were created with a SECRET_KEY. Set the same one here. ${LOST_KEY_REMEDY}`,
      );
    }
    const name = keyFingerprint(this.#secret);
    if ((await getOrStoreSetting(em, KEY_ID_SETTING, name)) !== name)
      throw new SecretKeyError(
        `SECRET_KEY is not the one that the application passwords of this database were created with. ${LOST_KEY_REMEDY}`,
      );
  }

  /** Replaces the key of the installation. Passwords created with the former key stop working. */
  async adopt(em: EntityManager): Promise<void> {
    const former = await em.findOne(SettingEntity, KEY_ID_SETTING);
    if (former) await em.remove(former).flush();
    await this.check(em);
  }
}

const LOST_KEY_REMEDY =
  'If it is lost, run "npm run user -- adopt-key" to use the current one, and create new passwords.';

const keyFingerprint = (key: KeyObject): string =>
  createHmac('sha256', key).update('name of the key').digest('hex').slice(0, 32);
