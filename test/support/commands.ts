/** Shell commands of a Markdown page. */

/** The blocks of a page marked `sh`. */
const blocks = (page: string): string[] =>
  Array.from(page.matchAll(/^```sh\n([\s\S]*?)^```/gm), ([, block = '']) => block);

/** Whether a command continues in the next line: after a backslash, or inside single quotes. */
const goesOn = (command: string): boolean =>
  command.endsWith('\\') || (command.replace(/\s# .*$/gm, '').match(/'/g) ?? []).length % 2 === 1;

function split(block: string): string[] {
  const commands: string[] = [];
  for (const line of block.trimEnd().split('\n')) {
    const last = commands.at(-1);
    if (last !== undefined && goesOn(last)) commands.splice(-1, 1, `${last}\n${line}`);
    else commands.push(line);
  }
  return commands;
}

export const commandsOf = (page: string): string[] => blocks(page).flatMap(split);

/** A command with a placeholder marks it in a comment: `# your site`, `# your file`. */
export const hasPlaceholder = (command: string): boolean => /\s# your /.test(command);

/** Requests to the service and commands for its users, as printed, with the variables set before them. */
export function runnable(page: string): string[] {
  const variables: string[] = [];
  const found: string[] = [];
  for (const command of commandsOf(page)) {
    if (/^[A-Z]+=\S+\(.*\)$/.test(command)) variables.push(command);
    else if (/^(curl|npm run user) /.test(command) && !hasPlaceholder(command))
      found.push([...variables, command].join('\n'));
  }
  return found;
}
