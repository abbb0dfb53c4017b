import { keptAnswers, missedAnswers, type Tally } from '../../src/platform/telemetry/tally.ts';

const sum = ({ counts }: Tally): number => counts.values().reduce((all, count) => all + count, 0);

/** How many answers of this process were kept ones so far, and how many could have been but were computed. */
export const keptSoFar = (): { kept: number; missed: number } => ({
  kept: sum(keptAnswers),
  missed: sum(missedAnswers),
});
