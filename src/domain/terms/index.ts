export { resolveTerms, storeTerms, type TermChoice, type TermLink } from './term.choice.ts';
export { TAXONOMIES, type TermKind } from './term.entity.ts';
export { byName, readTerms, termsById, termsNamed } from './term.loaders.ts';
export type { TermPage, TermRecord } from './term.record.ts';
export { findTerms, type TermBy } from './term.refs.ts';
