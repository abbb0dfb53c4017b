/** Test files run in the realm of Node itself, so that a worker loads and compiles every module once. */
export default class NodeRealm {
  global = globalThis;
  #exit = process.exit;
  #variables = { ...process.env };

  constructor({ globalConfig }) {
    // For test/support/sample.ts.
    process.env.TEST_SEED = String(globalConfig.seed);
  }

  async setup() {}

  /** Undoes what jest and a test file change for their whole process. */
  async teardown() {
    process.exit = this.#exit;
    for (const name of Object.keys(process.env)) if (!(name in this.#variables)) delete process.env[name];
    Object.assign(process.env, this.#variables);
  }

  getVmContext() {
    return null;
  }

  exportConditions() {
    return ['node', 'node-addons'];
  }
}
