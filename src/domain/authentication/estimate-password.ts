/*
 * A program of its own: reads `{ password, names }` as JSON from its standard input, and writes how easily the
 * password would be guessed. The lists of words that it needs take 100 MB, which end with it.
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
