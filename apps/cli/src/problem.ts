/** What a command answers when it cannot do what was asked: one sentence that says what to do. */
export class Problem extends Error {
  override readonly name: string = 'Problem';
  readonly exitCode: number = 1;
}

/** The command was not understood. */
export class UsageProblem extends Problem {
  override readonly name = 'UsageProblem';
  override readonly exitCode = 2;
}
