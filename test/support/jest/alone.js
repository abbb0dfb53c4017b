import TestRunner from 'jest-runner';

/** Runs one test file after the other, while no other runs: for what measures time or memory. */
export default class Alone extends TestRunner {
  isSerial = true;
}
