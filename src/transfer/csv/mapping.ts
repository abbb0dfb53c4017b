import { Readable } from 'node:stream';
import { isObject } from '../../lib/object.ts';
import { ImportError } from '../import/report.ts';
import { headingOf, type Mapping } from './headings.ts';
import { tableOf } from './table.ts';

/** Checks columns of any name; records of valibot ignore the name `constructor`. */
const isObjectOfTexts = (value: unknown): value is Record<string, string | null> =>
  isObject(value) && Object.values(value).every((field) => field === null || typeof field === 'string');

/** `{"Show": "title", "Internal notes": null}` @throws ImportError */
function mappingOfJson(text: string): Mapping {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new ImportError('is not JSON');
  }
  if (!isObjectOfTexts(value))
    throw new ImportError('is not an object with the field of each column, such as {"Show": "title"}');
  return new Map(Object.entries(value).map(([column, field]) => [column, field ?? '']));
}

/** Reads CSV with the columns `column,field`. @throws ImportError */
async function mappingOfCsv(text: string): Promise<Mapping> {
  const rows: [string, string][] = [];
  for await (const { line, cells } of tableOf(Readable.from([text]))) {
    const [column = '', field = ''] = cells;
    if (cells.length > 2) throw new ImportError(`has more than two cells, column and field, in line ${line}`);
    if (line > 1 || headingOf(column) !== 'COLUMN') rows.push([column, field]);
  }
  return new Map(rows);
}

/**
 * Reads a mapping from JSON or CSV. A column that maps to nothing is ignored.
 * @throws ImportError for other texts
 */
export const readMapping = async (text: string): Promise<Mapping> =>
  /^\s*[{[]/.test(text) ? mappingOfJson(text) : mappingOfCsv(text);
