import type { Dependency } from '@strongroom/ports';

/**
 * The settings, or this version of the service, do not fit the store. Messages are for operators and say what to do.
 */
export class SettingsUnfit extends Error {
  override readonly name = 'SettingsUnfit';
  /** The setting to change, if it is one of the configuration; apps know its name. */
  readonly setting: 'secret' | 'labels' | 'auditKey' | undefined;

  constructor(message: string, setting?: SettingsUnfit['setting']) {
    super(message);
    this.setting = setting;
  }
}

/** A later start may succeed with the same settings: a server, a clock or another process has to change first. */
export class DoesNotFitYet extends SettingsUnfit {}

/** A dependency cannot be reached, or answers too slowly: it may come by itself. */
export class NotReachedYet extends DoesNotFitYet {
  readonly dependency: Dependency;

  constructor(message: string, dependency: Dependency) {
    super(message);
    this.dependency = dependency;
  }
}
