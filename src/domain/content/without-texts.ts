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
import { LONG_TEXTS } from './record.ts';

/** Selects `''` instead of each long text. */
class WithoutTexts extends OperationNodeTransformer {
  protected override transformSelection(node: SelectionNode): SelectionNode {
    const { selection } = node;
    if (!ReferenceNode.is(selection) || !ColumnNode.is(selection.column)) return node;
    const { name } = selection.column.column;
    if (!LONG_TEXTS.includes(name)) return node;
    return SelectionNode.create(AliasNode.create(RawNode.createWithSql("''"), IdentifierNode.create(name)));
  }
}

const transformer = new WithoutTexts();

/** A plugin for statements that select records without their long texts. */
export const WITHOUT_TEXTS: KyselyPlugin = {
  transformQuery: ({ node }) => transformer.transformNode(node),
  transformResult: async ({ result }) => result,
};
