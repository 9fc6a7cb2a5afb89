/**
 * The settings, or this version of the service, do not fit the store. Messages are for operators and say what to do.
 */
export class SettingsDoNotFit extends Error {
  override readonly name = 'SettingsDoNotFit';
}
