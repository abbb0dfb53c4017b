/** A plan that auto_explain wrote to the server's log. */
export interface Plan {
  ms: number;
  query: string;
  text: string[];
}

const START = /LOG: {2}duration: ([\d.]+) ms {2}plan:/;

/** The plans in a server's log; the lines of a plan follow its first line, indented by a tab. */
export function readPlans(lines: readonly string[]): Plan[] {
  const plans: Plan[] = [];
  let open: Plan | undefined;
  for (const line of lines) {
    const ms = START.exec(line)?.[1];
    if (ms !== undefined) {
      open = { ms: Number(ms), query: '', text: [] };
      plans.push(open);
    } else if (!line.startsWith('\t')) open = undefined;
    else if (open) open.text.push(line.slice(1));
  }
  for (const plan of plans) {
    const end = plan.text.findIndex((line) => /\(cost=/.test(line));
    plan.query = plan.text.slice(0, end === -1 ? undefined : end).join(' ');
  }
  return plans;
}
