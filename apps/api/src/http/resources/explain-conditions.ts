import { EXPLAINABLE, type ExplainableAction, fieldsOfQuestion, type JsonSchema } from '@strongroom/domain';
import { whenThen } from '../describe/conditions.ts';

/** The ids that go with each action: one condition for all actions with the same. */
export function explainConditions(): JsonSchema {
  const groups = new Map<string, ExplainableAction[]>();
  for (const action of EXPLAINABLE) {
    const fields = JSON.stringify(fieldsOfQuestion(action));
    groups.set(fields, [...(groups.get(fields) ?? []), action]);
  }
  return [...groups.values()].reduceRight<JsonSchema>((rest, actions) => conditionOf(actions, rest), {});
}

function conditionOf(actions: readonly ExplainableAction[], rest: JsonSchema): JsonSchema {
  const [first = 'me.see'] = actions;
  const { oneOf, refused } = fieldsOfQuestion(first);
  return whenThen(
    { properties: { action: { enum: actions } } },
    {
      properties: Object.fromEntries(refused.map((field) => [field, { not: {} }])),
      ...(oneOf.length > 0 && {
        allOf: oneOf.map((fields) => ({ anyOf: fields.map((field) => ({ required: [field] })) })),
      }),
    },
    rest,
  );
}
