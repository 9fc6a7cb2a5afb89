/** A requirement of the interface, and the decision on anything that it leaves open. */
export type SpecificationRow = Readonly<{
  id: string;
  /** Heading of the conformance page; `+` marks additions to the specification. */
  section: string;
  text: string;
  /** Behaviour of this service. */
  decision: string;
}>;

type Lines = readonly (readonly [id: string, text: string, decision: string])[];

/** Rows of one section. */
export const sectionRows = (section: string, lines: Lines): readonly SpecificationRow[] =>
  lines.map(([id, text, decision]) => ({ id, section, text, decision }));

/** The fields of a resource as rows `S2-room.id` and so on. */
export const fieldRows = (
  section: string,
  prefix: string,
  decision: string,
  fields: Readonly<Record<string, string>>,
): readonly SpecificationRow[] =>
  Object.entries(fields).map(([field, text]) => ({
    id: `${prefix}.${field}`,
    section,
    text: `\`${field}\`: ${text}`,
    decision,
  }));
