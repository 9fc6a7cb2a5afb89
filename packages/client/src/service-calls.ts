import {
  accountCalls,
  auditCalls,
  entranceCalls,
  secondFactorCalls,
  serviceCalls,
  tokenCalls,
  webhookCalls,
} from './calls/account.ts';
import { binCalls, fileCalls, folderCalls, shareCalls, versionCalls } from './calls/files.ts';
import { orgUnitCalls, userCalls } from './calls/people.ts';
import { inboxCalls, uploadRequestCalls } from './calls/requests.ts';
import { groupCalls, memberCalls, receiptCalls, roomCalls } from './calls/rooms.ts';
import {
  type ClientNetwork,
  entranceCaller,
  networkOf,
  type StrongroomOptions,
  signedInCaller,
} from './content/settings.ts';

/** The calls of the service for one user, without the code that encrypts and transfers: a small part of a page. */
export class StrongroomCalls {
  readonly rooms;
  readonly members;
  readonly groups;
  readonly files;
  readonly bin;
  readonly folders;
  readonly versions;
  readonly shares;
  readonly uploadRequests;
  readonly inbox;
  readonly users;
  readonly orgUnits;
  readonly account;
  readonly secondFactor;
  readonly tokens;
  readonly audit;
  readonly webhooks;
  readonly receipts;
  readonly service;
  /**
   * Calls that need no credential. They send secrets, so plain HTTP to another machine is refused with
   * ADDRESS_INSECURE.
   */
  readonly entrance;
  readonly #network: ClientNetwork;

  /** Sends no request. Throws ADDRESS_MALFORMED, ADDRESS_INSECURE. */
  constructor(options: StrongroomOptions) {
    this.#network = networkOf(options);
    const caller = signedInCaller(options, this.#network);
    this.rooms = roomCalls(caller);
    this.members = memberCalls(caller);
    this.groups = groupCalls(caller);
    this.files = fileCalls(caller);
    this.bin = binCalls(caller);
    this.folders = folderCalls(caller);
    this.versions = versionCalls(caller);
    this.shares = shareCalls(caller);
    this.uploadRequests = uploadRequestCalls(caller);
    this.inbox = inboxCalls(caller);
    this.users = userCalls(caller);
    this.orgUnits = orgUnitCalls(caller);
    this.account = accountCalls(caller);
    this.secondFactor = secondFactorCalls(caller);
    this.tokens = tokenCalls(caller);
    this.audit = auditCalls(caller);
    this.webhooks = webhookCalls(caller);
    this.receipts = receiptCalls(caller);
    this.service = serviceCalls(caller);
    this.entrance = entranceCalls(entranceCaller(options, this.#network));
  }

  /** For subclasses that transfer files or streams. */
  protected get network(): ClientNetwork {
    return this.#network;
  }
}
