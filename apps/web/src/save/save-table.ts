import { csv } from '@strongroom/client';
import { localDay } from '../base/format.ts';
import { saveFile } from './save.ts';

/** Saves a table for a spreadsheet. Its name ends with the day: `Project Falcon members 2026-12-03.csv`. */
export const saveTable = (rows: readonly (readonly string[])[], name: string): string =>
  saveFile(csv(rows), `${name} ${localDay(new Date())}.csv`);
