/** A word that was replaced, as a pattern over one line, with the word to use and a line that the pattern must find. */
export type ReplacedWord = Readonly<{ pattern: RegExp; instead: string; planted: string }>;

const word = (pattern: RegExp, instead: string, planted: string): ReplacedWord => ({ pattern, instead, planted });

/**
 * Names and idioms that were replaced by the field's words. docs/glossary.md holds the words with a narrower meaning here;
 * the section "Language" of CONTRIBUTING.md has the style.
 */
export const REPLACED_WORDS: readonly ReplacedWord[] = [
  word(/\bLedger\b|\bledger\b/, 'IdentityMap', 'const ledger = new Ledger();'),
  word(/\b(?:Draft|Writing)\b(?! [a-z])|\bwritingOn\b/, 'UnitOfWork', 'decide: (at: Writing) => void'),
  word(/\bJournal\b|\bjournal\.run\b|\bdeps\.journal\b/, 'OperationRunner', 'await deps.journal.run(x)'),
  word(/\bHotQueue\b|\bBucketQueue\b|\bhot queue\b/, 'Batcher', 'new HotQueue()'),
  word(/\bhot(?=[:?]|, )/, 'serializeOn', 'hot: receiptId,'),
  word(/\basItIs\b/, 'verbatim', 'once(deps, owner, asItIs())'),
  word(/\bnobodys\b/, 'absentId', "nobodys('room')"),
  word(/\bisWorldly\b/, 'isInfrastructureError', 'if (isWorldly(error))'),
  word(/\bShelf\b|\bShelves\b|\bfolder-shelf\b/, 'Collection or KeyFolder', 'class FolderKeys implements Shelf {'),
  word(/\bFrontDoor\b|\bfront-door\b/, 'server', "from './front-door.ts'"),
  word(/\bEntrance\b/, 'Authenticator', 'new Entrance(deps)'),
  word(
    /\bReplyBy\b|\b(?:[a-z]+)?[Pp]atience(?:Ms)?\b|\b(?:[A-Z]+_)?PATIENCE(?:_MS)?\b/,
    'Deadline, deadlineMs',
    'const PATIENCE = 5000;',
  ),
  word(/\bnew Wrong\b|\bWrong(?=[(>])/, 'InvalidSetting', "throw new Wrong('PORT')"),
  word(/\btaken(?=[<(])/, 'unsafeAs', 'return taken<Room>(body);'),
  word(/\btold\b/i, 'reported, answered, or a name for what the function does', 'The caller is told.'),
  word(/\banew\b/i, 'again', 'The process begins anew.'),
  word(/\bbe had\b/i, 'available, obtain', 'No key is to be had.'),
  word(/\bso many\b/i, 'at most, the number', 'Takes no more than so many.'),
  word(/\b(?:of his|of theirs)\b/i, 'their', 'A token of his.'),
  word(/(?<!['"])\b(?:he|him|his|himself)\b(?!['"])/i, 'they, them, their', 'The user loses his rights.'),
  word(/\b(?:whoever|whomever|whosoever)\b/i, 'the caller, a user, a process', 'Whoever asks first waits.'),
  word(
    /(?<![-'"`.@\w])(?:somebody|someone|everybody|anybody|nobody)\b(?=[’' ][a-z])/i,
    'a user, a caller, every client, no process',
    'Adds somebody to a room.',
  ),
  word(/\b(?:broke|breaks|broken) off\b/i, 'interrupted', 'An upload that broke off.'),
  word(/\b(?:goes|gone|going) on with\b/i, 'continues', 'The next start goes on with it.'),
  word(/\ball the same\b(?! `)/i, 'nevertheless', 'It may have worked all the same.'),
  word(/\bof whom\b/i, 'the user, the caller', 'The user of whom it is asked.'),
  word(/\bthe same again\b/i, 'a repeated call', 'The same again changes nothing.'),
  word(
    /\b(?:only|for|by) who (?:may|sees?|asks?|has|can|knows?)\b/i,
    'a caller who, members who',
    'Only who sees the room.',
  ),
  word(/\bone behind the other\b/i, 'in turn, one after the other', 'The blocks run one behind the other.'),
  word(/\bstands? (?:beside|in the|as it|where|under|there)\b/i, 'is, is stored', 'The key stands in the database.'),
  word(/\bMOST_(?=[A-Z])/, 'MAX_', 'const MOST_FILES = 100;'),
  word(/\b\w+(?:DoesNotFit|DoNotFit)\b/, 'a name that ends in Unfit', 'class KeyRingDoesNotFit extends Error {'),
  word(/\b(?:is|are) (?:said|warned of|asked about)\b/i, 'reports, warns of, says', 'The reason is said.'),
  word(/\bplaces? in the code\b/i, 'stack trace, line of the code', 'Logged with its place in the code.'),
  word(
    /\b(?:interface|specification) section \d/i,
    'a link to docs/reference/interface.md',
    'Settled by interface section 4.',
  ),
];

/** The first word of a comment whose subject is a clause. */
export const CLAUSE_AS_SUBJECT =
  /^\s*(?:\/\*\*?|\{\/\*|\*|\/\/)\s+(?:What|Who|Whom|Whose|Where|Why|Of whom|How (?:many|often|long|much|far|big)) /;

/** A pronoun in place of the subject of a comment: a reader of the comment alone cannot know its noun. */
export const PRONOUN_AS_SUBJECT =
  /^\s*\/\*\*\s+(?:That|Those) (?:of|in|that|which|with|whose)\b|^\/\*\*\s+(?:Its |The same(?:,| (?:as|at|for|in|of|to|where|with|without)\b))/;

/** A type that does not say whose it is: of its own file, beside forty others of its name, or of a whole package. */
export const TYPE_WITHOUT_OWNER =
  /^type (?:Needs|Input|Asked)\b|^export (?:type|interface|class) (?:Asked|Code|Command|Driver|Failed|Failure|Input|Kind|Module|Needs|Option|Place|Reply|Source|Status)\b/;

/** A function with the name of a state or a place, not of an action or a result. */
export const FUNCTION_WITHOUT_VERB =
  /^export (?:const|(?:async )?function\*?) (?:asOne|asked|at|begun|beside|broken|failure|inOrder|inTime|onTheWay|percent|the|under|wanted)\b/;

/** A call of a test, up to the beginning of its title, and its title where that ends on the same line. */
export const TEST_TITLE = /(?:^|\s)(?:test|it|describe)(?:\.\w+)*(?:\(.*\))?\(\s*(['"`])(.*?)(?:\1,|$)/;
/** A title that has a line for itself. */
export const TITLE_ON_ITS_LINE = /^\s+(['"`])(.*)\1,$/;
/** A title that begins without its subject: a clause, or an attribute of the title above it. */
export const UNFIT_TITLE = /^(?:what|who|whom|whose|where|of|how)\s/i;

/** Two sentences: a title has one. */
export const TITLE_OF_TWO = /;\s/;

/** A title without a subject, where no `describe` above it names one. Verbs that are plural nouns, too, are not among them. */
export const TITLE_WITHOUT_SUBJECT =
  /^(?:is|are|was|were|has|have|does|never|refuses|rejects|reports|keeps|sends|reads|leaves|finds|prints|asks|takes|gives|says|opens|returns|creates|uses|allows|accepts|writes|serves|makes|throws|removes|deletes|destroys|restores|revokes|offers|includes|continues|resumes|verifies|ignores|detects|ends|fails|puts|stops|starts)\s/;
/** A line of a test that is in no `describe`: its call, or the end of its table. */
export const OUTERMOST = /^(?:test|it|[\])])/;

/** Commits after this one keep to the rules for subjects. */
export const SUBJECTS_SINCE = '3021ce039042be8d59ff4f96c2a4b4ed20ae0d4b';
