import { createHmac, createSecretKey, hkdfSync, type KeyObject, randomBytes } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { SettingEntity } from './setting.entity.ts';

/** The setting that holds the key when there is no SECRET_KEY. */
const KEY = 'application-password-key';
/** The setting that identifies the SECRET_KEY of an installation, without disclosing it. */
const KEY_ID = 'application-password-key-id';

/** The passwords in the database were made with another SECRET_KEY. The message is for the operator. */
export class SecretKeyError extends Error {}

const setting = async (em: EntityManager, name: string): Promise<string | undefined> =>
  (await em.findOne(SettingEntity, name))?.value;

/** The value of a setting, which is stored if there is none. First starts at the same time agree on one. */
async function settingOrStore(em: EntityManager, name: string, value: string): Promise<string> {
  const present = await setting(em, name);
  return present ?? (await em.upsert(SettingEntity, { name, value }, { onConflictAction: 'ignore' })).value;
}

/**
 * The keys of the password hashes (decisions/0020). With SECRET_KEY, the key is derived from it, so that
 * a copy of the database does not help to try out passwords. Without it, a random key is stored in the
 * database. Hashes from before there was a SECRET_KEY stay valid.
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
      this.#secret ?? createSecretKey(await settingOrStore(em, KEY, randomBytes(32).toString('hex')), 'hex')
    );
  }

  /** The key for new hashes, and the one that older hashes may have been made with. */
  async accepted(em: EntityManager): Promise<{ current: KeyObject; former: KeyObject }> {
    const current = await this.current(em);
    const stored = this.#secret && (await setting(em, KEY));
    return { current, former: stored === undefined ? current : createSecretKey(stored, 'hex') };
  }

  /**
   * Checks that the passwords in the database were made with this key. A new installation gets it as its key.
   * @throws SecretKeyError when they were made with another
   */
  async check(em: EntityManager): Promise<void> {
    if (!this.#secret) {
      if ((await setting(em, KEY_ID)) === undefined) return void (await this.current(em));
      throw new SecretKeyError(
        `The application passwords of this database were made with a SECRET_KEY. Set the same one here. ${LOST}`,
      );
    }
    const name = keyName(this.#secret);
    if ((await settingOrStore(em, KEY_ID, name)) !== name)
      throw new SecretKeyError(
        `SECRET_KEY is not the one that the application passwords of this database were made with. ${LOST}`,
      );
  }

  /**
   * Replaces the key of the installation. Passwords that were made with the former key are useless from now
   * on.
   */
  async adopt(em: EntityManager): Promise<void> {
    const former = await em.findOne(SettingEntity, KEY_ID);
    if (former) await em.remove(former).flush();
    await this.check(em);
  }
}

const LOST =
  'If it is lost, "npm run user -- adopt-key" goes on with the present one; passwords then have to be made anew.';

const keyName = (key: KeyObject): string =>
  createHmac('sha256', key).update('name of the key').digest('hex').slice(0, 32);
