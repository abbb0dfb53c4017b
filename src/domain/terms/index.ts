export { resolveTerms, storeTerms, type TermChoice } from './term.choice.ts';
export { TAXONOMIES, type TermKind } from './term.entity.ts';
export { byName, readTerms, termsById, termsNamed } from './term.loaders.ts';
export type { TermPage, TermRecord } from './term.record.ts';
export { findTerms, type TermRef } from './term.refs.ts';
