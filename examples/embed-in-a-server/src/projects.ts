import type { Person, Project } from './rights.js';

/** Your database. */
export const PROJECTS: readonly Project[] = [
  { id: 'falcon', title: 'Falcon', label: 'C2', members: { ada: 'viewer', bob: 'owner' } },
  { id: 'heron', title: 'Heron', label: 'C3', members: { ada: 'contributor', bob: 'owner' } },
];

const PEOPLE: readonly Person[] = [
  { id: 'ada', clearance: 'C2' },
  { id: 'bob', clearance: 'C4' },
];

export const projectOf = (id: string): Project | undefined => PROJECTS.find((project) => project.id === id);

/** Your sign-in. Here a header names the person, which a real program must never believe. */
export const personOf = (name: string | string[] | undefined): Person | undefined =>
  PEOPLE.find(({ id }) => id === name);
