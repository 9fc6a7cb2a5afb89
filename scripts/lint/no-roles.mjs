/** Names of roles of the organisation, of its units and of rooms. */
const ROLES = new Set([
  'owner',
  'contributor',
  'viewer',
  'member',
  'auditor',
  'department_admin',
  'security_officer',
  'domain_admin',
]);

const MESSAGE =
  'The policy table decides what a person may do, not a comparison of roles. Read it with `may(subject, action)`.';

const COMPARES = new Set(['===', '!==', '==', '!=', '<', '>', '<=', '>=', 'in']);

/** The expression itself, without casts and assertions around it. */
const bare = (node) =>
  node.type === 'TSAsExpression' ||
  node.type === 'TSSatisfiesExpression' ||
  node.type === 'TSNonNullExpression' ||
  node.type === 'ChainExpression' ||
  node.type === 'ParenthesizedExpression'
    ? bare(node.expression)
    : node;

const isRoleName = (node) => {
  const { type, value, quasis } = bare(node);
  return type === 'Literal' ? ROLES.has(value) : type === 'TemplateLiteral' && ROLES.has(quasis[0]?.value.cooked);
};

/** `room.my_role`, or a variable of that name: whether the caller is a member. */
const isOwnRole = (node) => {
  const { type, property, name } = bare(node);
  return (type === 'MemberExpression' && property.name === 'my_role') || (type === 'Identifier' && name === 'my_role');
};

const isRole = (node) => isRoleName(node) || isOwnRole(node);

/** A list of names of roles; the options of a select are objects. */
const isListOfRoles = ({ elements }) => elements.length > 0 && elements.every((one) => one !== null && isRoleName(one));

/** @type {import('oxlint/plugins-dev').Rule} */
const noRoles = {
  meta: { type: 'problem', docs: { description: MESSAGE } },
  create(context) {
    const report = (node) => context.report({ node, message: MESSAGE });
    const ifRole = (node) => node !== null && isOwnRole(node) && report(node);
    return {
      BinaryExpression(node) {
        if (COMPARES.has(node.operator) && (isRole(node.left) || isRole(node.right))) report(node);
      },
      SwitchCase(node) {
        if (node.test !== null && isRoleName(node.test)) report(node.test);
      },
      SwitchStatement: ({ discriminant }) => ifRole(discriminant),
      ConditionalExpression: ({ test }) => ifRole(test),
      IfStatement: ({ test }) => ifRole(test),
      UnaryExpression: ({ operator, argument }) => operator === '!' && ifRole(argument),
      LogicalExpression: ({ operator, left }) => operator !== '??' && ifRole(left),
      ArrayExpression(node) {
        if (isListOfRoles(node)) report(node);
      },
      Property({ value, key, parent }) {
        // `({ my_role: role }) => …` gives it a name that no rule knows.
        if (parent.type === 'ObjectPattern' && key.name === 'my_role' && value.type !== 'Identifier') report(key);
      },
    };
  },
};

export default { meta: { name: 'strongroom' }, rules: { 'no-roles': noRoles } };
