/** Answers a call, or throws a Refusal. */
export type AnswerCall = (method: string, request: object) => Promise<object>;
