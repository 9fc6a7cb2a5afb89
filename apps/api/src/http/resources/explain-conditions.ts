import { EXPLAINABLE, type ExplainableAction, fieldsOfQuestion, type JsonSchema } from '@strongroom/domain';

/** The ids that go with each action: one alternative for all actions with the same. */
export function explainConditions(): JsonSchema {
  const groups = new Map<string, ExplainableAction[]>();
  for (const action of EXPLAINABLE) {
    const fields = JSON.stringify(fieldsOfQuestion(action));
    groups.set(fields, [...(groups.get(fields) ?? []), action]);
  }
  return { oneOf: [...groups.values()].map(alternativeOf) };
}

function alternativeOf(actions: readonly ExplainableAction[]): JsonSchema {
  const [first = 'me.see'] = actions;
  const { oneOf, refused } = fieldsOfQuestion(first);
  return {
    properties: { action: { enum: actions }, ...Object.fromEntries(refused.map((field) => [field, false])) },
    ...(oneOf.length > 0 && {
      allOf: oneOf.map((fields) => ({ anyOf: fields.map((field) => ({ required: [field] })) })),
    }),
  };
}
