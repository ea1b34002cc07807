import { textWithoutSecrets } from '../redaction/secret-text.ts';

/**
 * Words of messages of Node, Azure, Entra ID, Graph, SQLite and ourselves. Deny by default: a name, an address, a token is none of
 * them. Words that are names of people too (grant, mark, page, will, may) are left out.
 */
const words = new Set(
  `a about abort aborted accept accepted access account action active actually add added address administrator after again
  all allowed already also an and another any api app application approval are argument array as asked assertion at attempt
  attempts audience audit authentication authenticated authority authorization authorized available azure back bad base be
  because been before being between blob body both broken buffer busy but by bytes call callback called calls can cancelled
  cannot certificate changed character check claim client closed cloud code collection complete completed conditional
  configuration configured conflict connect connected connecting connection consent constraint constructor container content
  context conversion cookie cosmos could count create created credential credentials current data database date deadline
  decrypt decrypted defined delete deleted denied depth destroyed device did different directory disabled disk document does
  due during each either empty enabled encountered encrypted end ended endpoint entity entry error errors etag exceed
  exceeded exception exist existing exists expected expired expires export extension fail failed fails failure fetch field
  file files filter final finished first follow for forbidden found from full function functions gateway get getaddrinfo
  given global graph group had handle has have header headers hex host http https id identifier identity if illegal in
  incorrect index initialized input instance instanceof instead insufficient integer interaction interactive internal into
  invalid is issue issuer it item iterable its job json key keys last lease length less license limit line list local lock
  locked log login long lookup lost made malformed many match maximum media memory message messages method microsoft
  minimum minutes missing module more most multi-factor must name negative network new next no node none not nothing null
  number object occurred of off offline on one only open opened operation option or other out output over own parameter
  parse parsed parsing part partition password path pending permission permissions permitted pipe please policy pool port
  position possible precondition present primary principal privileges problem process processing promise properties property
  protocol provided proxy query queue queued rate reached reading ready reason received record records refresh refused
  registered registration rejected remote removed renew renewed replaced request requested requests require required
  requires reset resolve resource response result retry returned revoked row running scan schema scope scopes seconds
  secret security sending sent serve server service session set setting should shut sign-in signature signed since size
  smaller socket software some source specified stack started state status step steps still stopped storage store stored
  stream string subscription successful such sufficient supplied supported suspended syntax system table task temporarily
  tenant tenants terminated than that the their them then there they this throttled throttling time timed timeout timer
  times tls to together token tokens too transaction trail trust try trying type unable unauthorized unavailable undefined
  under unexpected unique unknown unreachable unsupported until update updated upstream url us use used user users using
  valid value values vault verification verify version wait waiting was way went were when where which while with within
  without work worker worked working write writing written wrong you your zone
  accessdenied authorizationfailure badgateway badrequest econn fetchfailed gatewaytimeout internalservererror invalidclient
  invalidgrant notfound ratelimited requestdenied resourcenotfound serviceunavailable toomanyrequests unknownerror
  typeerror syntaxerror rangeerror referenceerror aggregateerror unavailableerror aborterror timeouterror
  deserialize read sqlite err und altname cert ssl deprecated generic`.split(/\s+/),
);

const ellipsis = '…';
const maxLength = 500;
/** Errors of Node and undici, and those of Entra ID by number: `ECONNREFUSED`, `ERR_TLS_CERT_ALTNAME_INVALID`, `AADSTS65001`. */
const errorCode = /^(?:E[A-Z_]{3,15}|AADSTS\d{5,8})$/;
const guid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const beforeStatus = /^(?:status|code|statuscode|http)$/;
const bare = /^([("'[{<]*)(.*?)([)"'\]}>.,;:!?…]*)$/;

/** `invalid_grant` and `Authorization_RequestDenied` in their words. */
const partsOf = (token: string) =>
  token
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .split(/[ _]/)
    .filter((part) => part !== '');

const isKnownWord = (token: string) => {
  const parts = partsOf(token);
  return words.has(token.toLowerCase()) || (parts.length > 0 && parts.every((part) => words.has(part.toLowerCase())));
};

function isKnown(token: string, before: string): boolean {
  if (/^\d{3}$/.test(token)) return beforeStatus.test(before);
  return isKnownWord(token) || knownErrorCode(token) || guid.test(token);
}

/** Each part of a longer one is a known word too, so that nothing stands in it that only has its form. */
function knownErrorCode(token: string): boolean {
  if (!errorCode.test(token)) return false;
  return /^AADSTS/.test(token) || systemErrors.has(token) || isKnownWord(token);
}

/** POSIX errors that Node's `os.constants.errno` names, and those of its resolver. */
const systemErrors = new Set(
  `EACCES EADDRINUSE EADDRNOTAVAIL EAGAIN EAI_AGAIN EBADF EBUSY ECANCELED ECONNABORTED ECONNREFUSED ECONNRESET EEXIST EHOSTDOWN
  EHOSTUNREACH EINVAL EIO EISDIR EMFILE ENETDOWN ENETUNREACH ENFILE ENOENT ENOMEM ENOSPC ENOTCONN ENOTDIR ENOTEMPTY ENOTFOUND
  ENOTSUP EPERM EPIPE EPROTO EROFS ESERVFAIL ETIMEDOUT ETIMEOUT`.split(/\s+/),
);

/**
 * A message in others' words, told by those that are known to be harmless; each other stretch is one ellipsis. Names, addresses,
 * tokens and whatever a user typed are no known words, wherever they stand. At most 500 characters.
 */
export function knownWords(text: string): string {
  // First by what is a secret beside its name: the word `password` is known, and so may its value be.
  const tokens = textWithoutSecrets(text.slice(0, 4 * maxLength)).split(/\s+/);
  const told: string[] = [];
  let before = '';
  for (const token of tokens) {
    const [, , inner = '', after = ''] = bare.exec(token) ?? [];
    if (inner !== '' && isKnown(inner, before)) told.push(`${inner}${after.replace(/[^.,;:]/g, '').slice(0, 1)}`);
    else if (inner !== '' && told.at(-1) !== ellipsis) told.push(ellipsis);
    before = inner.toLowerCase();
  }
  return told.join(' ').slice(0, maxLength);
}

/** Whether a code such as `invalid_grant` or `ECONNRESET` may be told as it is. */
export const isKnownCode = (code: string): boolean => code.length <= 80 && (isKnownWord(code) || knownErrorCode(code));
