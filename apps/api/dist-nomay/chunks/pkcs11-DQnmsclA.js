import "./rolldown-runtime-B7YF8cLN.js";
import { n as SettingsDoNotFit, t as DoesNotFitYet } from "./settings-do-not-fit-BNtl2Rod.js";
import { a as earlier, c as instant, l as later, n as HOUR, t as DAY, u as plus } from "./time-3_LsNOPc.js";
import { a as DomainError, t as defineValue } from "./value-DJXjGY04.js";
import { n as withOuterLayer, t as readSettingFile } from "./outer-layer-2SIVq4d7.js";
import { join } from "node:path";
// packages/domain/dist/values/labels.js
const LabelReference = defineValue({
	name: "LabelReference",
	description: "Classification label, one of GET /classifications.",
	schema: {
		type: "string",
		examples: ["C3"]
	},
	rule: "label",
	check: (input) => typeof input === "string" ? void 0 : "must be a string"
});
const ClearanceReference = defineValue({
	name: "ClearanceReference",
	description: "Classification label, or the empty string to clear the override.",
	schema: {
		type: "string",
		examples: ["C3", ""]
	},
	rule: "label",
	check: (input) => typeof input === "string" ? void 0 : "must be a string"
});
const DEFAULT_LABELS = [
	{
		label: "C1",
		name: "public"
	},
	{
		label: "C2",
		name: "internal"
	},
	{
		label: "C3",
		name: "confidential"
	},
	{
		label: "C4",
		name: "secret"
	}
];
const rankOf = (scheme, label) => scheme.findIndex((entry) => entry.label === label) + 1;
const isKnown = (scheme, label) => rankOf(scheme, label) > 0;
const dominates = (scheme, clearance, label) => {
	const need = rankOf(scheme, label);
	return need > 0 && rankOf(scheme, clearance) >= need;
};
const higher = (scheme, a, b) => {
	const rankA = rankOf(scheme, a);
	const rankB = rankOf(scheme, b);
	if (rankA === 0) return a;
	if (rankB === 0) return b;
	return rankA >= rankB ? a : b;
};
const highestLabel = (scheme) => {
	const top = scheme.at(-1);
	if (top === void 0) throw new TypeError("a scheme without labels");
	return top.label;
};
const lowestLabelOf = (scheme) => {
	const [lowest] = scheme;
	if (lowest === void 0) throw new TypeError("a scheme without labels");
	return lowest.label;
};
const labelsUpTo = (scheme, clearance) => scheme.slice(0, rankOf(scheme, clearance)).map((entry) => entry.label);
// packages/domain/dist/values/folding.js
const ACCENTS = /[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff]/gu;
const UNSEEN = /\p{Default_Ignorable_Code_Point}/gu;
const LETTERS = {
	\u00f8: "o",
	\u0142: "l",
	\u0111: "d",
	\u00f0: "d",
	\u00fe: "th",
	\u00e6: "ae",
	\u0153: "oe",
	\u0131: "i",
	\u0127: "h",
	\u0167: "t",
	\u03c2: "\u03c3"
};
const FOLDED_LETTERS = new RegExp(`[${Object.keys(LETTERS).join("")}]`, "gu");
const PLAIN = /^[ -~]*$/;
const folded = (text) => PLAIN.test(text) ? text.toLowerCase() : text.normalize("NFKD").replaceAll(ACCENTS, "").replaceAll(UNSEEN, "").normalize("NFC").toUpperCase().toLowerCase().replaceAll(FOLDED_LETTERS, (letter) => LETTERS[letter] ?? letter);
const siblingKey = (name) => PLAIN.test(name) ? name.toLowerCase() : Array.from(name.normalize("NFC"), simpleFold).join("").normalize("NFC");
const DOTLESS_I = "\u0131";
function simpleFold(character) {
	if (character === DOTLESS_I) return character;
	const [upper = character, ...more] = Array.from(character.toUpperCase());
	const [lower = character, ...rest] = Array.from((more.length === 0 ? upper : character).toLowerCase());
	return rest.length === 0 ? lower : character;
}
const wordsToFind = (text, most) => [...new Set(folded(text).split(/\s+/u))].filter((word) => word !== "").toSorted((one, other) => other.length - one.length).slice(0, most);
const MAX_CHARACTERS = 80;
const naturalKey = (name) => Array.from(folded(name).replaceAll(/\d+/g, withLength)).slice(0, MAX_CHARACTERS).join("");
function withLength(digits) {
	const number = digits.replace(/^0+(?=\d)/, "");
	return `0${String.fromCharCode(64 + Math.min(number.length, 63))}${number}`;
}
// packages/domain/dist/model/restriction.js
const isAtOrBelow = (path, folder) => path === folder || folder === "" || path.startsWith(`${folder}/`);
const withoutGroup = ({ restrictions }, id) => restrictions === void 0 ? {} : { restrictions: restrictions.map((one) => ({
	...one,
	groups: one.groups.filter(({ groupId }) => groupId !== id)
})) };
function restrictionsOn({ restrictions }, path) {
	if (restrictions === void 0) return NONE;
	const key = siblingKey(path);
	return restrictions.filter((one) => isAtOrBelow(key, siblingKey(one.path)));
}
const NONE = [];
const zoneAt = (room, path) => restrictionsOn(room, path).reduce((nearest, one) => nearest === void 0 || siblingKey(one.path).length > siblingKey(nearest.path).length ? one : nearest, void 0)?.id;
function inZone(thing, zone) {
	if (thing.zone === zone) return thing;
	const { zone: _, ...rest } = thing;
	return zone === void 0 ? rest : {
		...rest,
		zone
	};
}
function roleBelow(on, mine = []) {
	let lowest = "contributor";
	for (const { groups } of on) {
		const roles = groups.filter(({ groupId }) => mine.includes(groupId)).map(({ role }) => role);
		if (roles.length === 0) return void 0;
		if (!roles.includes("contributor")) lowest = "viewer";
	}
	return lowest;
}
// packages/domain/dist/model/reach.js
const SEPARATOR = "@";
const ANY = "*";
const markOf = (label, zone) => zone === void 0 ? label : `${label}${SEPARATOR}${zone}`;
const anyMark = (label) => `${label}${SEPARATOR}${ANY}`;
function partsOf(mark) {
	const at = mark.lastIndexOf(SEPARATOR);
	return at === -1 ? {
		label: mark,
		zone: void 0
	} : {
		label: mark.slice(0, at),
		zone: mark.slice(at + 1)
	};
}
const labelOfMark = (mark) => partsOf(mark).label;
const zoneOfMark = (mark) => partsOf(mark).zone;
function marksToList(mark) {
	const { label, zone } = partsOf(mark);
	return zone === void 0 ? [mark] : [mark, anyMark(label)];
}
const everyMark = (labels) => labels.flatMap((label) => [label, anyMark(label)]);
function zonesOpenTo(room, member, contributing = false) {
	if (member === void 0) return [];
	if (member.role === "owner") return "all";
	return (room.restrictions ?? []).flatMap(({ id, path }) => {
		const role = roleBelow(restrictionsOn(room, path), member.groups);
		return role === "contributor" || role === "viewer" && !contributing ? [id] : [];
	});
}
function isInReach({ labels, zones }, mark) {
	const { label, zone } = partsOf(mark);
	return labels.some((one) => one === label) && (zone === void 0 || zones === "all" || zones.some((one) => one === zone));
}
const marksIn = ({ labels, zones }) => zones === "all" ? everyMark(labels) : labels.flatMap((label) => [label, ...zones.map((zone) => markOf(label, zone))]);
const nameOfReach = ({ zones }) => zones === "all" || zones.length === 0 ? "" : `@${zones.toSorted().join("+")}`;
// packages/domain/dist/model/file.js
const PENDING_LIFE = 24 * HOUR;
const isPresent = (file) => file?.status === "pending" || file?.status === "available";
const hasKey = (file) => file !== void 0 && file.status !== "deleted" && file.status !== "merged";
const isAbandoned = (file, now) => now >= plus(file.requestedAt, PENDING_LIFE);
function confirmFile(file, with_) {
	if (file.status === "pending") {
		if (isAbandoned(file, with_.at)) throw new DomainError("FILE_NOT_FOUND");
		const { inParts: _, ...announced } = file;
		return {
			...announced,
			status: "available",
			iv: with_.iv,
			tag: with_.tag,
			sealed: with_.sealed,
			confirmedAt: with_.at,
			swept: false
		};
	}
	if (file.iv !== with_.iv || file.tag !== with_.tag) throw new DomainError("FILE_ALREADY_CONFIRMED");
	return file;
}
const MAX_PARTED = 4;
function partFile(file, iv) {
	const begun = file.inParts ?? [];
	if (begun.includes(iv)) return file;
	if (begun.length >= MAX_PARTED) throw new DomainError("LIMIT_REACHED", { message: `The content of this upload changed ${MAX_PARTED} times. Delete the file and announce it again.` });
	return {
		...file,
		inParts: [...begun, iv]
	};
}
const markOfFile = ({ effectiveLabel, zone }) => markOf(effectiveLabel, zone);
const renameFile = (file, name) => name === file.name ? file : {
	...file,
	name
};
const moveFile = (file, folder) => folder === file.folder ? file : {
	...file,
	folder
};
const redateFile = (file, modifiedAt) => modifiedAt === file.modifiedAt ? file : {
	...file,
	modifiedAt
};
function relabelFile(scheme, file, label, roomLabel) {
	if (label === file.label) return file;
	const labelled = {
		label,
		effectiveLabel: higher(scheme, label, roomLabel)
	};
	if (!dominates(scheme, label, file.label) || file.others === void 0) return {
		...file,
		...labelled
	};
	const others = file.others.map((one) => dominates(scheme, one.label, label) ? one : {
		...one,
		...labelled
	});
	return {
		...file,
		...labelled,
		others
	};
}
const deleteFile = (file, at) => ({
	id: file.id,
	roomId: file.roomId,
	status: "deleted",
	deletedAt: at
});
const APPENDED_TAG_BYTES = 16;
function assertUploadedSize(file, uploaded) {
	if (uploaded === file.size) return;
	if (uploaded === file.size + APPENDED_TAG_BYTES) throw new DomainError("UPLOAD_SIZE_MISMATCH", { message: `The object has ${uploaded} bytes, 16 more than announced: drop the last 16 bytes, the authentication tag, and send them as "tag". PUT again, then confirm.` });
	throw new DomainError("UPLOAD_SIZE_MISMATCH", { message: `The object has ${uploaded} bytes where ${file.size} were announced; PUT it again, then confirm.` });
}
// packages/domain/dist/model/bin.js
const binDaysOf = ({ bin }) => bin?.days ?? 0;
function setBinDays(room, days, now) {
	const before = binDaysOf(room);
	if (days === before) return room;
	const shorter = (room.bin?.earlier ?? []).filter((term) => term.days < Math.min(days, before));
	const until = later(now, shorter.at(-1)?.until ?? now);
	const terms = days > before && room.bin !== void 0 ? [...shorter, {
		until,
		days: before
	}] : shorter;
	return {
		...room,
		bin: {
			days,
			...terms.length > 0 && { earlier: terms }
		}
	};
}
const binFile = (room, file, { at, userId }) => {
	const lastTerm = room.bin?.earlier?.at(-1);
	const since = lastTerm === void 0 ? file.confirmedAt : later(file.confirmedAt, plus(lastTerm.until, 1));
	return {
		...file,
		status: "binned",
		deletedBy: userId,
		deletedAt: later(at, since)
	};
};
const discardFile = (room, file, by) => file.status === "available" && binDaysOf(room) > 0 ? binFile(room, file, by) : deleteFile(file, by.at);
function restoreFile(file) {
	const { deletedBy: _, deletedAt: __, ...rest } = file;
	return {
		...rest,
		status: "available"
	};
}
const NEVER_AGAIN = instant(864e13);
function termOf(room, { deletedAt }) {
	const terms = (room.bin?.earlier ?? []).filter(({ until }) => deletedAt <= until).map(({ days }) => days);
	return Math.min(binDaysOf(room), ...terms);
}
const binEnd = (room, file) => plus(file.deletedAt, termOf(room, file) * DAY);
const binOverUntil = (room, now) => {
	const end = (days) => days === 0 ? NEVER_AGAIN : plus(now, -days * DAY);
	return (room.bin?.earlier ?? []).map(({ until, days }) => earlier(until, end(days))).reduce(later, end(binDaysOf(room)));
};
const isOverInBin = (room, file, now) => termOf(room, file) === 0 || now >= binEnd(room, file);
// packages/domain/dist/values/roles.js
const oneOf = (name, description, allowed, refusal) => defineValue({
	name,
	description,
	schema: {
		type: "string",
		enum: allowed
	},
	refusal,
	rule: "one_of",
	check: (input) => typeof input !== "string" ? {
		message: "must be a string",
		code: "VALIDATION_ERROR"
	} : allowed.includes(input) ? void 0 : `must be one of ${allowed.join(", ")}`
});
const ORG_ROLES = [
	"owner",
	"domain_admin",
	"department_admin",
	"security_officer",
	"member",
	"auditor"
];
const OrgRole = oneOf("OrgRole", "Organisation role.", ORG_ROLES, "INVALID_ROLE");
const ROOM_ROLES = [
	"owner",
	"contributor",
	"viewer"
];
const RoomRole = oneOf("RoomRole", "Room role.", ROOM_ROLES, "INVALID_ROLE");
const FOLDER_ROLES = ["viewer", "contributor"];
const FolderRole = oneOf("FolderRole", "Role of a group in a restricted folder.", FOLDER_ROLES, "INVALID_ROLE");
const MEMBER_VISIBILITIES = ["everyone", "owners"];
const MemberVisibility = oneOf("MemberVisibility", "Members that a member sees who is no owner of the room: everyone, or themself and the owners.", MEMBER_VISIBILITIES, "VALIDATION_ERROR");
const STRUCTURES = ["open", "owners"];
const Structure = oneOf("Structure", "The people who make, rename, move and delete the folders directly in this place: those who contribute, or owners of the room only.", STRUCTURES, "VALIDATION_ERROR");
const RoomStatus = oneOf("RoomStatus", "Status of a room.", ["active", "archived"], "VALIDATION_ERROR");
const UNIT_ROLES = [
	"department_admin",
	"security_officer",
	"auditor",
	"member"
];
const UnitRole = oneOf("UnitRole", "Org-unit role.", UNIT_ROLES, "INVALID_ROLE");
const ORG_ROLE_RANK = {
	owner: 5,
	domain_admin: 4,
	security_officer: 3,
	department_admin: 3,
	auditor: 2,
	member: 1
};
const outranks = (a, b) => ORG_ROLE_RANK[a] > ORG_ROLE_RANK[b];
const ROOM_ROLE_RANK = {
	owner: 3,
	contributor: 2,
	viewer: 1
};
const raises = (from, to) => ROOM_ROLE_RANK[to] > ROOM_ROLE_RANK[from];
// packages/domain/dist/model/room.js
const MAX_MEMBERS = 5e3;
const isThere = (room) => exists(room);
const exists = (room) => room?.status === "active" || room?.status === "archived";
const isOrphaned = (room) => room.owners.length === 0;
const endedIn = ({ ends = [] }, now) => ends.filter(({ at }) => now >= at).map(({ userId }) => userId);
const NO_ADOPTION = 30 * DAY;
const lostOwnerLately = (room, now) => (room.ownersTakenBy ?? []).some(({ at, isOrgOwner }) => isOrgOwner !== true && now < plus(at, NO_ADOPTION));
function noteAdoption(room, userId, now) {
	const recent = (room.adoptions ?? []).filter(({ at }) => now < plus(at, 864e5) && at <= plus(now, 6e4));
	if (recent.some((adoption) => adoption.userId === userId)) return void 0;
	return {
		...room,
		adoptions: [...recent, {
			userId,
			at: now
		}]
	};
}
const fileCountFor = (reach, { files }) => Object.entries(files).reduce((sum, [mark, number]) => sum + (isInReach(reach, mark) ? number : 0), 0);
function topLabelFor(reach, room) {
	const found = Object.entries(room.files).filter(([mark, number]) => number > 0 && isInReach(reach, mark));
	const labels = new Set(found.map(([mark]) => labelOfMark(mark)));
	return reach.labels.findLast((label) => labels.has(label)) ?? room.label;
}
function createRoom(of) {
	const { membershipId, epoch, anonymousLinks = false, binDays = 0, ...core } = of;
	const room = {
		...core,
		...anonymousLinks && { anonymousLinks },
		status: "active",
		archivedAt: null,
		owners: [of.createdBy],
		memberCount: 1,
		files: {},
		...binDays > 0 && { bin: { days: binDays } }
	};
	return {
		room,
		membership: membershipIn(room, {
			id: membershipId,
			userId: of.createdBy,
			epoch,
			role: "owner",
			addedBy: of.createdBy,
			at: of.createdAt
		})
	};
}
function assertWritable(room) {
	if (room.status === "archived") throw new DomainError("ROOM_ARCHIVED");
}
const editRoom = (room, change, now) => {
	assertWritable(room);
	const before = optionsOf(room);
	const { name = room.name, description = room.description } = change;
	const { memberVisibility = before.memberVisibility, anonymousLinks = before.anonymousLinks } = change;
	const binned = change.binDays === void 0 ? room : setBinDays(room, change.binDays, now);
	const { memberVisibility: _, anonymousLinks: __, ...rest } = binned;
	const next = {
		...rest,
		name,
		description,
		...memberVisibility === "owners" && { memberVisibility },
		...anonymousLinks && { anonymousLinks }
	};
	return name === room.name && description === room.description && changedOptions(room, next).length === 0 ? binned : next;
};
const optionsOf = (room) => ({
	memberVisibility: visibilityOf(room),
	anonymousLinks: hasAnonymousLinks(room)
});
const changedOptions = (before, after) => ["memberVisibility", "anonymousLinks"].filter((one) => optionsOf(before)[one] !== optionsOf(after)[one]);
const hasAnonymousLinks = (room) => room.anonymousLinks ?? false;
const visibilityOf = (room) => room.memberVisibility ?? "everyone";
const archiveRoom = (room, at) => room.status === "archived" ? room : {
	...room,
	status: "archived",
	archivedAt: at
};
const unarchiveRoom = (room) => room.status === "active" ? room : {
	...room,
	status: "active",
	archivedAt: null
};
const deleteRoom = (room, by) => ({
	id: room.id,
	label: room.label,
	orgUnitId: room.orgUnitId,
	createdBy: room.createdBy,
	createdAt: room.createdAt,
	status: "deleted",
	deletedAt: by.at,
	deletedBy: by.userId,
	receiptId: by.receiptId
});
function addMember(room, joining) {
	assertWritable(room);
	if (room.memberCount >= 5e3) throw new DomainError("LIMIT_REACHED", { message: `A room has at most ${MAX_MEMBERS} members.` });
	if (room.owners.includes(joining.userId)) throw new DomainError("USER_ALREADY_EXISTS", { message: "This user is an owner of the room already." });
	if (joining.expiresAt !== void 0) assertEnd(joining.expiresAt, joining);
	const owners = joining.role === "owner" ? withRoomOwner(room, joining.userId) : room.owners;
	return {
		room: withEnd({
			...room,
			owners,
			memberCount: room.memberCount + 1
		}, joining.userId, joining.expiresAt),
		membership: membershipIn(room, joining)
	};
}
function changeMemberRole(room, membership, role) {
	assertMemberOf(room, membership);
	if (membership.role === role) return {
		room,
		membership
	};
	if (raises(membership.role, role)) assertWritable(room);
	if (role === "owner" && membership.expiresAt !== void 0) throw wrongEnd(OWNERS_HAVE_NONE);
	const owners = role === "owner" ? withRoomOwner(room, membership.userId) : membership.role === "owner" ? withoutRoomOwner(room, membership.userId) : room.owners;
	return {
		room: owners === room.owners ? room : {
			...room,
			owners
		},
		membership: {
			...membership,
			role
		}
	};
}
function changeMemberEnd(room, membership, { end, at }) {
	assertMemberOf(room, membership);
	const { expiresAt, ...rest } = membership;
	if ((expiresAt ?? null) === end) return {
		room,
		membership
	};
	if (end !== null) assertEnd(end, {
		role: membership.role,
		at
	});
	if (end === null || expiresAt !== void 0 && end > expiresAt) assertWritable(room);
	return end === null ? {
		room: withEnd(room, membership.userId, void 0),
		membership: rest
	} : {
		room: withEnd(room, membership.userId, end),
		membership: {
			...rest,
			expiresAt: end
		}
	};
}
function removeMember(room, membership, by) {
	assertMemberOf(room, membership);
	const owners = membership.role === "owner" ? withoutRoomOwner(room, membership.userId) : room.owners;
	return withEnd({
		...room,
		owners,
		memberCount: oneMemberLess(room),
		...rememberedTaking(room, membership.userId, by)
	}, membership.userId, void 0);
}
const dropMember = (room, userId, by) => {
	const owners = room.owners.filter((id) => id !== userId);
	return withEnd({
		...room,
		owners,
		memberCount: oneMemberLess(room),
		...rememberedTaking(room, userId, by)
	}, userId, void 0);
};
function countFile(room, mark, by) {
	assertWritable(room);
	const count = (room.files[mark] ?? 0) + by;
	if (count < 0) throw new DomainError("FILE_NOT_FOUND");
	return {
		...room,
		files: {
			...room.files,
			[mark]: count
		}
	};
}
const recountFile = (room, from, to) => countFile(countFile(room, from, -1), to, 1);
const membershipIn = (room, joining) => ({
	id: joining.id,
	roomId: room.id,
	userId: joining.userId,
	role: joining.role,
	epoch: joining.epoch,
	addedBy: joining.addedBy,
	createdAt: joining.at,
	...joining.expiresAt !== void 0 && { expiresAt: joining.expiresAt },
	roomLabel: room.label,
	roomCreatedAt: room.createdAt,
	roomUnitId: room.orgUnitId
});
function withEnd(room, userId, at) {
	if (at === void 0 && room.ends === void 0) return room;
	const { ends = [], ...rest } = room;
	const others = ends.filter((end) => end.userId !== userId);
	if (at === void 0) return others.length === 0 ? rest : {
		...rest,
		ends: others
	};
	if (others.length >= 500) throw new DomainError("LIMIT_REACHED", { message: `At most 500 members of a room have a membership that ends.` });
	return {
		...rest,
		ends: [...others, {
			userId,
			at
		}]
	};
}
function assertEnd(end, { role, at }) {
	if (role === "owner") throw wrongEnd(OWNERS_HAVE_NONE);
	if (end <= at) throw wrongEnd({
		rule: "future",
		message: "must be in the future"
	});
}
const OWNERS_HAVE_NONE = {
	rule: "owner",
	message: "the membership of an owner has no end"
};
const wrongEnd = (problem) => new DomainError("VALIDATION_ERROR", { details: [{
	field: "expires_at",
	...problem
}] });
function assertMemberOf(room, membership) {
	if (membership.roomId !== room.id) throw new DomainError("MEMBER_NOT_FOUND");
}
function oneMemberLess(room) {
	if (room.memberCount < 1) throw new DomainError("MEMBER_NOT_FOUND");
	return room.memberCount - 1;
}
function rememberedTaking(room, userId, by) {
	if (by === void 0 || !room.owners.includes(userId) || room.owners.includes(by.userId)) return {};
	return { ownersTakenBy: [...(room.ownersTakenBy ?? []).filter((taken) => (taken.userId !== by.userId || taken.isOrgOwner !== by.isOrgOwner) && by.at < plus(taken.at, NO_ADOPTION)), by] };
}
function withRoomOwner(room, userId) {
	if (room.owners.includes(userId)) return room.owners;
	if (room.owners.length >= 50) throw new DomainError("LIMIT_REACHED", { message: `A room has at most 50 owners.` });
	return [...room.owners, userId];
}
function withoutRoomOwner(room, userId) {
	const owners = room.owners.filter((id) => id !== userId);
	if (owners.length === 0) throw new DomainError("LAST_ROOM_OWNER");
	return owners;
}
// packages/application/dist/store/collection.js
const sameBody = (body) => body;
const none = () => [];
const defineCollection = ({ shape, ...definition }) => ({
	schema: 1 + (definition.upcasts?.length ?? 0),
	upcasts: [],
	keys: none,
	uniqueKeys: none,
	...definition,
	shape: typeof shape === "function" ? shape : () => shape ?? {}
});
const refTo = (collection, id) => ({
	collection: collection.name,
	id
});
const refBy = (collection, uniqueKey) => ({
	collection: collection.name,
	uniqueKey
});
const distinct = (refs) => {
	const byName = /* @__PURE__ */ new Map();
	for (const ref of refs) byName.set("id" in ref ? `${ref.collection}/${ref.id}` : `${ref.collection}#${ref.uniqueKey}`, ref);
	return [...byName.values()];
};
const documentOf = (collection, state, version) => ({
	id: collection.id(state),
	version,
	schema: collection.schema,
	position: collection.position(state),
	keys: collection.keys(state),
	uniqueKeys: collection.uniqueKeys(state),
	body: state
});
var DocumentDamaged = class extends Error {
	name = "DocumentDamaged";
	collection;
	documentId;
	constructor(collection, id) {
		super(`the document ${id} of ${collection} is damaged; restore a backup`);
		this.collection = collection;
		this.documentId = id;
	}
};
function stateOf(collection, { id, schema, body }) {
	if (schema === collection.schema) return ofThis(collection, id, body);
	if (schema < 1 || schema > collection.schema) throw new TypeError(`${collection.name} holds schema ${schema}; this build reads up to ${collection.schema}`);
	return ofThis(collection, id, () => collection.upcasts.slice(schema - 1).reduce((older, upcast) => upcast(older), body));
}
const intactStatesOf = (collection, documents) => documents.flatMap((document) => {
	try {
		return [stateOf(collection, document)];
	} catch (error) {
		if (error instanceof DocumentDamaged) return [];
		throw error;
	}
});
function damageOf(collection, document) {
	const { id, schema, keys } = document;
	if (schema > collection.schema) return void 0;
	try {
		const state = stateOf(collection, document);
		if (collection.keys(state).every((key) => schema < collection.schema || keys.includes(key)) && Number.isSafeInteger(collection.position(state)) && collection.uniqueKeys(state)) return void 0;
	} catch {}
	return new DocumentDamaged(collection.name, id);
}
function ofThis(collection, id, body) {
	try {
		const state = typeof body === "function" ? body() : body;
		if (isObject(state) && collection.id(state) === id && hasShape(state, collection.shape(state))) return state;
	} catch {}
	throw new DocumentDamaged(collection.name, id);
}
function hasShape(state, shape) {
	for (const name in shape) if (kindOf(Reflect.get(state, name)) !== shape[name]) return false;
	return true;
}
const kindOf = (value) => {
	if (typeof value === "string") return "text";
	if (typeof value === "number") return "number";
	return Array.isArray(value) ? "list" : isObject(value) ? "object" : void 0;
};
const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
// packages/application/dist/store/jobs.js
const RUNNABLE_JOBS = "runnable";
const jobs = defineCollection({
	name: "jobs",
	id: (job) => job.id,
	position: (job) => later(job.dueAt, job.leasedUntil),
	keys: () => [RUNNABLE_JOBS]
});
// packages/application/dist/store/organisation.js
const ORGANISATION = "organisation";
const organisations = defineCollection({
	name: "organisations",
	id: () => ORGANISATION,
	position: () => 0,
	shape: {
		id: "text",
		rootUnitId: "text",
		scheme: "list",
		owners: "list"
	}
});
async function labelsOfStore(documents) {
	const [document] = await documents.read([refTo(organisations, ORGANISATION)]);
	return document === void 0 ? [] : stateOf(organisations, document).scheme.map(({ label }) => label);
}
const orgUnits = defineCollection({
	name: "org-units",
	id: (unit) => unit.id,
	position: (unit) => unit.createdAt,
	keys: () => ["all"],
	shape: {
		name: "text",
		ancestors: "list",
		children: "number",
		rooms: "number",
		members: "number"
	}
});
const unitMembershipId = (unitId, userId) => `${unitId}/${userId}`;
const membersOfUnit = (unitId) => `unit:${unitId}`;
const unitsOfUser = (userId) => `user:${userId}`;
const unitMemberships = defineCollection({
	name: "unit-memberships",
	id: (membership) => unitMembershipId(membership.unitId, membership.userId),
	position: () => 0,
	keys: (membership) => [membersOfUnit(membership.unitId), unitsOfUser(membership.userId)],
	shape: {
		role: "text",
		epoch: "number",
		createdAt: "number"
	}
});
// packages/application/dist/store/rooms.js
const roomsOfLabel = (label) => `label:${label}`;
const roomsOfUnit = (unitId, label) => `unit:${unitId}:${label}`;
const EVERY_ROOM = {
	label: "text",
	orgUnitId: "text",
	status: "text",
	createdAt: "number"
};
const LIVE_ROOM = {
	name: "text",
	owners: "list",
	files: "object"
};
const rooms = defineCollection({
	name: "rooms",
	upcasts: [
		sameBody,
		sameBody,
		sameBody
	],
	earlier: {
		schema: 3,
		body: (room) => isThere(room) && room.bin !== void 0 ? void 0 : room
	},
	id: (room) => room.id,
	position: (room) => room.createdAt,
	shape: (room) => ({
		...EVERY_ROOM,
		...isThere(room) && LIVE_ROOM
	}),
	keys: (room) => isThere(room) ? [
		roomsOfLabel(room.label),
		roomsOfUnit(room.orgUnitId, room.label),
		...isOrphaned(room) ? [`orphaned:${room.label}`] : []
	] : []
});
const membershipId = (roomId, userId) => `${roomId}/${userId}`;
const roomsOfUser = (userId, epoch, label) => `of:${userId}:${epoch}:${label}`;
const roomsOfUserInUnit = (userId, epoch, unitId, label) => `of:${userId}:${epoch}:${unitId}:${label}`;
const endsOfUser = (userId) => `ends:${userId}`;
const membersOfRoom = (roomId) => `room:${roomId}`;
const membersOfGroup = (roomId, groupId) => `group:${roomId}:${groupId}`;
const membershipsOfUser = (userId) => `user:${userId}`;
const memberships = defineCollection({
	name: "memberships",
	upcasts: [sameBody],
	id: (membership) => membershipId(membership.roomId, membership.userId),
	position: (membership) => membership.roomCreatedAt,
	shape: {
		role: "text",
		epoch: "number",
		roomLabel: "text",
		roomCreatedAt: "number",
		roomUnitId: "text"
	},
	keys: (membership) => [
		roomsOfUser(membership.userId, membership.epoch, membership.roomLabel),
		roomsOfUserInUnit(membership.userId, membership.epoch, membership.roomUnitId, membership.roomLabel),
		membersOfRoom(membership.roomId),
		membershipsOfUser(membership.userId),
		...membership.expiresAt === void 0 ? [] : [endsOfUser(membership.userId)],
		...(membership.groups ?? []).map((id) => membersOfGroup(membership.roomId, id))
	]
});
// packages/application/dist/store/receipts.js
const EVERY_RECEIPT = "all";
const receiptsOf = (userId) => `by:${userId}`;
const receiptsOfLabel = (label) => `label:${label}`;
const receiptsOfLabelBy = (userId, label) => `by:${userId}:${label}`;
const receiptsFor = (scheme, clearance, reader) => {
	const within = labelsUpTo(scheme, clearance);
	const above = scheme.map(({ label }) => label).filter((label) => !within.includes(label));
	return [...within.map(receiptsOfLabel), ...["", ...above].map((label) => receiptsOfLabelBy(reader, label))];
};
const keysOf = ({ deletedBy, label }) => [
	receiptsOf(deletedBy),
	receiptsOfLabelBy(deletedBy, label ?? ""),
	...label === void 0 ? [] : [receiptsOfLabel(label)]
];
const receipts = defineCollection({
	name: "receipts",
	upcasts: [sameBody, sameBody],
	earlier: {
		schema: 2,
		body: (receipt) => receipt,
		keys: (receipt) => [EVERY_RECEIPT, ...keysOf(receipt)]
	},
	id: (receipt) => receipt.id,
	position: (receipt) => receipt.deletedAt,
	keys: keysOf
});
const destroyedFilesOf = (receiptId) => `receipt:${receiptId}`;
const destroyedFiles = defineCollection({
	name: "destroyed-files",
	id: ({ receiptId, fileId, version = 1 }) => `${receiptId}/${fileId}${version === 1 ? "" : `/${version}`}`,
	position: (file) => file.objectDestroyedAt,
	keys: (file) => [destroyedFilesOf(file.receiptId)]
});
// packages/application/dist/operator/rooms-of-store.js
const AT_ONCE$1 = 500;
async function* roomsOfStore(documents) {
	const labels = await labelsOfStore(documents);
	let page = { limit: AT_ONCE$1 };
	for (;;) {
		const found = await documents.list(rooms.name, { anyOf: labels.map(roomsOfLabel) }, page);
		const last = found.at(-1);
		if (last === void 0) return;
		yield intactStatesOf(rooms, found).filter(isThere);
		page = {
			limit: AT_ONCE$1,
			after: {
				position: last.position,
				id: last.id
			}
		};
	}
}
// packages/application/dist/operator/keys-in-use.js
const AT_ONCE = 200;
async function keysInUse(documents) {
	const keys = [];
	for await (const rooms of roomsOfStore(documents)) for (const { id: roomId, kmsKeyId } of rooms) keys.push({
		roomId,
		kmsKeyId,
		isRoomThere: true
	});
	return [...keys, ...await keysToDestroy(documents)];
}
async function keysToDestroy(documents) {
	const keys = [];
	let page = {
		limit: AT_ONCE,
		order: "oldest"
	};
	for (;;) {
		const found = await documents.list(jobs.name, { anyOf: [RUNNABLE_JOBS] }, page);
		const last = found.at(-1);
		if (last === void 0) return keys;
		const wanted = found.map((document) => stateOf(jobs, document)).flatMap((job) => job.kind === "destroy-room" ? [refTo(receipts, job.data.receiptId)] : []);
		for (const document of await documents.read(wanted)) {
			const receipt = document && stateOf(receipts, document);
			if (receipt?.key.state === "pending") keys.push({
				roomId: receipt.roomId,
				kmsKeyId: receipt.key.kmsKeyId,
				isRoomThere: false
			});
		}
		page = {
			limit: AT_ONCE,
			order: "oldest",
			after: {
				position: last.position,
				id: last.id
			}
		};
	}
}
// apps/api/build/container/adapters/pkcs11.js
const NEW = /* @__PURE__ */ new WeakSet();
const openKeyVault = async ({ settings, clock }) => {
	const { pkcs11Library: library, pkcs11Token: token, pkcs11PinFile } = settings;
	if (library === void 0 || token === void 0 || pkcs11PinFile === void 0) throw new TypeError("these settings were not read to their end");
	const pin = (await readSettingFile("STRONGROOM_PKCS11_PIN_FILE", pkcs11PinFile)).replace(/\r?\n$/, "");
	if (pin === "") throw new SettingsDoNotFit(`STRONGROOM_PKCS11_PIN_FILE: ${pkcs11PinFile} is empty.`);
	const { Pkcs11Vault, REFUSED_PINS_FILE, TokenDoesNotFit } = await import("@strongroom/adapter-pkcs11");
	const pinMemory = { file: join(settings.dataDir, REFUSED_PINS_FILE) };
	let wasNew = false;
	try {
		const vault = await withOuterLayer(settings, async (outerModulus) => {
			const inner = await Pkcs11Vault.open({
				library,
				token,
				pin,
				pinMemory,
				outerModulus,
				clock
			});
			wasNew = inner.wasNew;
			return inner;
		});
		if (wasNew) NEW.add(vault);
		return vault;
	} catch (error) {
		if (!(error instanceof TokenDoesNotFit)) throw error;
		const sentence = `STRONGROOM_KEYS=pkcs11: ${error.message}.`;
		throw error.isLasting ? new SettingsDoNotFit(sentence) : new DoesNotFitYet(sentence);
	}
};
async function refuseNewToken(documents, keys) {
	if (!NEW.has(keys)) return;
	const inTokens = (await keysInUse(documents)).filter(({ kmsKeyId }) => kmsKeyId.startsWith("pkcs11:"));
	if (inTokens.length > 0) throw new SettingsDoNotFit(`STRONGROOM_PKCS11_TOKEN: the token holds no key of this service, and this store has rooms (${inTokens.length}) whose keys are in one. Name the token that was used, or restore it from the backup of the HSM.`);
}
export { hasAnonymousLinks as $, isAtOrBelow as $t, damageOf as A, PENDING_LIFE as At, addMember as B, redateFile as Bt, orgUnits as C, raises as Ct, unitsOfUser as D, discardFile as Dt, unitMemberships as E, binOverUntil as Et, refBy as F, isAbandoned as Ft, countFile as G, labelOfMark as Gt, changeMemberEnd as H, renameFile as Ht, refTo as I, isPresent as It, dropMember as J, marksToList as Jt, createRoom as K, markOf as Kt, sameBody as L, markOfFile as Lt, distinct as M, confirmFile as Mt, documentOf as N, deleteFile as Nt, RUNNABLE_JOBS as O, isOverInBin as Ot, intactStatesOf as P, hasKey as Pt, fileCountFor as Q, inZone as Qt, stateOf as R, moveFile as Rt, membersOfUnit as S, outranks as St, unitMembershipId as T, binEnd as Tt, changeMemberRole as U, everyMark as Ut, archiveRoom as V, relabelFile as Vt, changedOptions as W, isInReach as Wt, endedIn as X, zoneOfMark as Xt, editRoom as Y, nameOfReach as Yt, exists as Z, zonesOpenTo as Zt, roomsOfUnit as _, RoomStatus as _t, destroyedFilesOf as a, naturalKey as an, removeMember as at, ORGANISATION as b, UNIT_ROLES as bt, receiptsOf as c, ClearanceReference as cn, visibilityOf as ct, membersOfRoom as d, dominates as dn, MEMBER_VISIBILITIES as dt, restrictionsOn as en, isOrphaned as et, membershipId as f, higher as fn, MemberVisibility as ft, roomsOfLabel as g, lowestLabelOf as gn, RoomRole as gt, rooms as h, labelsUpTo as hn, ROOM_ROLES as ht, destroyedFiles as i, folded as in, recountFile as it, defineCollection as j, assertUploadedSize as jt, jobs as k, restoreFile as kt, endsOfUser as l, DEFAULT_LABELS as ln, FOLDER_ROLES as lt, membershipsOfUser as m, isKnown as mn, OrgRole as mt, refuseNewToken as n, withoutGroup as nn, lostOwnerLately as nt, receipts as o, siblingKey as on, topLabelFor as ot, memberships as p, highestLabel as pn, ORG_ROLES as pt, deleteRoom as q, marksIn as qt, roomsOfStore as r, zoneAt as rn, noteAdoption as rt, receiptsFor as s, wordsToFind as sn, unarchiveRoom as st, openKeyVault as t, roleBelow as tn, isThere as tt, membersOfGroup as u, LabelReference as un, FolderRole as ut, roomsOfUser as v, STRUCTURES as vt, organisations as w, binDaysOf as wt, labelsOfStore as x, UnitRole as xt, roomsOfUserInUnit as y, Structure as yt, MAX_MEMBERS as z, partFile as zt };

//# sourceMappingURL=pkcs11-DQnmsclA.js.map