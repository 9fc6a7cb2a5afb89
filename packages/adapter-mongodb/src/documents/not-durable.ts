import { type Document, MongoServerError } from 'mongodb';

/** The server has written, and could not have it confirmed by a majority: it may last, or be rolled back. */
export class NotDurable extends MongoServerError {
  constructor(reply: Document) {
    super({ ...reply, code: 64 });
  }
}
