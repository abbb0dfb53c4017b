import {
  AliasNode,
  ColumnNode,
  IdentifierNode,
  type KyselyPlugin,
  OperationNodeTransformer,
  RawNode,
  ReferenceNode,
  SelectionNode,
} from 'kysely';

const TEXTS: ReadonlySet<string> = new Set(['description', 'excerpt']);

/** Selects an empty text in place of each long one. */
class WithoutTexts extends OperationNodeTransformer {
  protected override transformSelection(node: SelectionNode): SelectionNode {
    const { selection } = node;
    if (!ReferenceNode.is(selection) || !ColumnNode.is(selection.column)) return node;
    const { name } = selection.column.column;
    if (!TEXTS.has(name)) return node;
    return SelectionNode.create(AliasNode.create(RawNode.createWithSql("''"), IdentifierNode.create(name)));
  }
}

const transformer = new WithoutTexts();

/** For statements that read records without their long texts: those are not read at all. */
export const WITHOUT_TEXTS: KyselyPlugin = {
  transformQuery: ({ node }) => transformer.transformNode(node),
  transformResult: async ({ result }) => result,
};
