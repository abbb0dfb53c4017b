import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

const require = createRequire(import.meta.url);
const loaded = new Set();

/**
 * In the place of jest-runtime, which makes each test file load every module again in a context of its own: the loader of
 * Node, which reads TypeScript as it is. What jest asks of a runtime is here; mocks of modules (see ../replacing.ts) and coverage are not.
 */
class NodeLoader {
  unstable_shouldLoadAsEsm() {
    return true;
  }

  async unstable_importModule(path) {
    // Watching, a file runs again in the same process.
    const again = loaded.has(path) ? `?${performance.now()}` : '';
    loaded.add(path);
    await import(`${pathToFileURL(path)}${again}`);
  }

  /** The test framework, with nothing left of the file before. */
  requireInternalModule(path) {
    delete require.cache[path];
    delete globalThis[Symbol.for('EVENT_HANDLERS')];
    return require(path);
  }

  requireModule(path) {
    return require(path);
  }

  setGlobalsForRuntime() {}
  getSourceMaps() {
    return null;
  }
  getAllCoverageInfoCopy() {}
  enterTestCode() {}
  leaveTestCode() {}
  teardown() {}
}

// jest requires this file, and takes what it gets for the class.
export { NodeLoader as 'module.exports' };
