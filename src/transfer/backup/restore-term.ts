import type { EntityManager } from '@mikro-orm/postgresql';
import { TAXONOMIES } from '../../domain/terms/index.ts';
import { TermEntity } from '../../domain/terms/term.entity.ts';
import { termKey } from '../../domain/terms/term.record.ts';
import { freeTermSlug, nextTermId } from '../../domain/terms/term.slug.ts';
import { cleanHtml, plainText } from '../../lib/text.ts';
import { kysely } from '../../platform/postgres/orm.ts';
import type { Outcome } from '../import/report.ts';
import type { LineOf } from './lines.ts';
import type { RestoredIds } from './restored-ids.ts';

/**
 * Restores a category or tag. Where ids are not kept, a term that is here already, by its slug or by name and
 * parent, is used as it is.
 */
export async function restoreTerm(
  em: EntityManager,
  ids: RestoredIds,
  line: LineOf<'category' | 'tag'>,
): Promise<Outcome> {
  const taxonomy = TAXONOMIES[line.kind];
  const parentId = line.parent === 0 ? 0 : ids.require('term', line.parent);
  const name = plainText(line.name);
  const nameKey = termKey(name);
  const own = ids.keepsIds ? await em.findOne(TermEntity, { id: line.id, taxonomy }) : null;
  const term =
    own ??
    (await em.findOne(TermEntity, { taxonomy, slug: line.slug })) ??
    (await em.findOne(TermEntity, { taxonomy, nameKey, parentId }));
  if (!term) {
    const isFree = ids.keeps('term', line.id) && !(await em.findOne(TermEntity, line.id));
    const id = isFree ? line.id : await nextTermId(kysely(em));
    const { slug } = line;
    em.create(TermEntity, {
      id,
      taxonomy,
      name,
      nameKey,
      slug,
      parentId,
      description: cleanHtml(line.description),
    });
    await em.flush();
    ids.set('term', line.id, id);
    return 'created';
  }
  ids.set('term', line.id, term.id);
  if (!ids.keepsIds) return 'unchanged';
  const slug = term.slug === line.slug ? line.slug : await freeTermSlug(kysely(em), line.kind, line.slug);
  const values = { name, nameKey, slug, parentId, description: cleanHtml(line.description) };
  const before = { ...term };
  if (Object.entries(values).every(([key, value]) => Reflect.get(before, key) === value)) return 'unchanged';
  em.assign(term, values);
  await em.flush();
  return 'changed';
}
