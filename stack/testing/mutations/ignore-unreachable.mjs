/** A StrykerJS plugin that ignores unreachable code: `satisfies never` is checked by the compiler. */
const isNever = (node) =>
  node?.type === 'TSSatisfiesExpression' && node.typeAnnotation.type === 'TSNeverKeyword';

const ignoreNever = {
  shouldIgnore({ node }) {
    const statements = node.type === 'SwitchCase' ? node.consequent : [];
    const ends = statements.some((one) => isNever(one.argument) || isNever(one.expression));
    return ends || isNever(node) ? 'Unreachable.' : undefined;
  },
};

export const strykerPlugins = [{ kind: 'Ignore', name: 'never', value: ignoreNever }];
