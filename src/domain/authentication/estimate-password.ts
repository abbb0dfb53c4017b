/**
 * A standalone program: reads `{ password, names }` as JSON from standard input, and writes how easily the password can
 * be guessed. Its word lists take 100 MB, which are freed when it exits.
 */
import { text } from 'node:stream/consumers';
import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary as common } from '@zxcvbn-ts/language-common';
import { dictionary as english, translations } from '@zxcvbn-ts/language-en';

const { password, names }: { password: string; names: string[] } = JSON.parse(await text(process.stdin));
const estimator = new ZxcvbnFactory({
  dictionary: { ...common, ...english },
  graphs: adjacencyGraphs,
  translations,
});
const { guessesLog10, feedback } = estimator.check(password, names);
process.stdout.write(JSON.stringify({ guessesLog10, warning: feedback.warning }));
