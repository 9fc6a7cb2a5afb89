/** Answers a call, or throws a Refusal. */
export type Answering = (method: string, request: object) => Promise<object>;
