/** For StrykerJS: what no test can reach is no mutant. A `satisfies never` is the compiler's to judge. */
const isNever = (node) =>
  node?.type === 'TSSatisfiesExpression' && node.typeAnnotation.type === 'TSNeverKeyword';

const neverMeant = {
  /** @returns {string | undefined} why it is left out, with all that it holds */
  shouldIgnore({ node }) {
    const statements = node.type === 'SwitchCase' ? node.consequent : [];
    const ends = statements.some((one) => isNever(one.argument) || isNever(one.expression));
    return ends || isNever(node) ? 'No value comes here.' : undefined;
  },
};

export const strykerPlugins = [{ kind: 'Ignore', name: 'never', value: neverMeant }];
