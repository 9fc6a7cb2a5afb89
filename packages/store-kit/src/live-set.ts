/** A member of a LiveSet: its place in it, or -1. Of one set at a time. */
export type LiveMember = { slot: number };

/**
 * Objects that come and go with each request. A Set copies its members into another table after every few of them. Once
 * the table is in the old generation, each table left behind keeps its members, and all they refer to, until a full
 * collection: a tenth of what the service allocated.
 */
export class LiveSet<T extends LiveMember> {
  readonly #members: (T | undefined)[] = [];
  readonly #free: number[] = [];

  get size(): number {
    return this.#members.length - this.#free.length;
  }

  add(member: T): void {
    member.slot = this.#free.pop() ?? this.#members.length;
    this.#members[member.slot] = member;
  }

  /** False if it is not in the set. */
  delete(member: T): boolean {
    const { slot } = member;
    if (this.#members[slot] !== member) return false;
    this.#members[slot] = undefined;
    this.#free.push(slot);
    member.slot = -1;
    return true;
  }

  /** Members in no order. One that is added meanwhile may be left out. */
  *[Symbol.iterator](): Generator<T> {
    for (const member of this.#members) if (member !== undefined) yield member;
  }
}
