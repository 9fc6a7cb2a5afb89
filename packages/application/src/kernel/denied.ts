import { type Decision, DomainError, type ErrorCode, type RoomId, type Target } from '@strongroom/domain';

/** A refusal by policy. The runner records it before the caller gets it. */
export class Denied extends DomainError {
  readonly decision: Decision;
  readonly target: Target;
  /** The room that the caller named beside the target. */
  readonly namedRoom: RoomId | undefined;

  constructor(decision: Decision, code: ErrorCode, target: Target, namedRoom?: RoomId) {
    super(code);
    this.decision = decision;
    this.target = target;
    this.namedRoom = namedRoom;
  }

  /**
   * Only refusals of rights and sight are recorded; a conflict of state is not a denial. A person of the key service who would take the
   * place of another is both: a caller with a stolen password tries that.
   */
  get isRefusal(): boolean {
    return this.kind === 'absent' || this.kind === 'forbidden' || this.code === 'KEY_PERSON_LINKED';
  }
}

/** Throws Denied with the one code the caller may know, unless the decision allows. */
export function permit(decision: Decision, target: Target, namedRoom?: RoomId): void {
  if (decision.effect === 'deny') throw new Denied(decision, decision.refusal ?? 'INTERNAL_ERROR', target, namedRoom);
}
