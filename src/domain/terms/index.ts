export { resolveTerms, storeTerms, type TermChoice, type TermLink } from './term.choice.ts';
export { TAXONOMIES, type TermKind } from './term.entity.ts';
export { compareByName, readTerms, termIdsByWord, termsById } from './term.loaders.ts';
export type { TermPage, TermRecord } from './term.record.ts';
export { findTermIds, type TermBy } from './term.refs.ts';
