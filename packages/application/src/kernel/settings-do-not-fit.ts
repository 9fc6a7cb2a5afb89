/** The settings, or this version of the service, do not fit the store. The message is for operators and says what to do. */
export class SettingsDoNotFit extends Error {
  override readonly name = 'SettingsDoNotFit';
}
