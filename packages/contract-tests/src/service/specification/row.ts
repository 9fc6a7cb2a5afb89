/** A line of the interface specification in our words, and what was decided where it leaves something open. */
export type Row = Readonly<{
  id: string;
  /** Of the specification; `+` for what the service offers beyond it. */
  section: string;
  text: string;
  /** What holds here, with the section of the interface's own page. */
  decision: string;
}>;

type Lines = readonly (readonly [id: string, text: string, decision: string])[];

/** Rows of one section. */
export const rowsOf = (section: string, lines: Lines): readonly Row[] =>
  lines.map(([id, text, decision]) => ({ id, section, text, decision }));

/** The fields of a resource as rows `S2-room.id` and so on. */
export const fieldRows = (
  section: string,
  prefix: string,
  decision: string,
  fields: Readonly<Record<string, string>>,
): readonly Row[] =>
  Object.entries(fields).map(([field, text]) => ({
    id: `${prefix}.${field}`,
    section,
    text: `\`${field}\`: ${text}`,
    decision,
  }));
