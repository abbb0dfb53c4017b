/** Sentences of more words are hints. */
export const MAX_WORDS = 30;

/** Words and phrases that readers have to translate back, and the remedy. */
export const FORBIDDEN = {
  who: 'name the person or program: the caller, an editor, visitors',
  whom: 'name the person or program',
  whoever: 'name the person or program',
  whomever: 'name the person or program',
  somebody: 'name the person or program',
  someone: 'name the person or program',
  nobody: 'name the person or program: no caller, no client',
  everybody: 'name the people or programs: all callers, visitors',
  everyone: 'name the people or programs',
  'what is': 'use a noun: past events, the error',
  'what was': 'use a noun',
  'that which': 'use a noun',
  'those that': 'use a noun',
  'those who': 'use a noun',
  anew: 'write "again"',
};
