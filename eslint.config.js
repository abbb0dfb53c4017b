import { stripTypeScriptTypes } from 'node:module';
import regexp from 'eslint-plugin-regexp';
import { parse } from 'espree';

/* Biome looks at everything else: here only regular expressions are refused that take more than linear time. */
export default [
  {
    files: ['src/**/*.ts', 'src/**/*.mjs'],
    languageOptions: {
      parser: { parse: (code, options) => parse(stripTypeScriptTypes(code), options) },
    },
    plugins: { regexp },
    rules: {
      'regexp/no-super-linear-backtracking': 'error',
      'regexp/no-super-linear-move': 'error',
    },
  },
];
