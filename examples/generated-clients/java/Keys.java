import java.math.BigInteger;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.security.*;
import java.security.interfaces.ECPublicKey;
import java.security.spec.*;
import java.util.*;
import javax.crypto.*;
import javax.crypto.spec.SecretKeySpec;
import com.fasterxml.jackson.databind.*;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** Opens data keys by the protocol of docs/reference/key-service.md, whose steps the comments number. */
final class Keys {
  private static final HttpClient HTTP = HttpClient.newHttpClient();
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Base64.Encoder B64URL = Base64.getUrlEncoder().withoutPadding();
  private final String url;
  private final KeyPair pair;
  private final PublicKey verifier;

  /** Trusts the key service at url with the key that has this thumbprint. */
  Keys(String url, String thumbprint) throws Exception {
    this.url = url;
    var maker = KeyPairGenerator.getInstance("EC");
    maker.initialize(new ECGenParameterSpec("secp256r1"));
    pair = maker.generateKeyPair(); // 1
    var listed = JSON.readTree(text(HttpRequest.newBuilder(URI.create(url + "/.well-known/jwks.json")).build())); // 2
    String x = null;
    for (var key : listed.get("keys")) {
      var named = key.get("x").asText();
      if (sha256("{\"crv\":\"Ed25519\",\"kty\":\"OKP\",\"x\":\"" + named + "\"}").equals(thumbprint)) x = named;
    }
    if (x == null) throw new GeneralSecurityException("the key service has another key than the one that you trust");
    // An Ed25519 key as SubjectPublicKeyInfo: a fixed beginning, then its 32 bytes.
    var encoded = HexFormat.of().parseHex("302a300506032b6570032100" + HexFormat.of().formatHex(Base64.getUrlDecoder().decode(x)));
    verifier = KeyFactory.getInstance("Ed25519").generatePublic(new X509EncodedKeySpec(encoded));
  }

  String jkt() throws Exception {
    return thumbprint(jwk());
  }

  /** The data key. op: "seal" for an upload, "open" for a download; never taken from the grant. */
  byte[] unwrap(String grant, byte[] wrappedDek, String file, String op) throws Exception {
    var body = JSON.createObjectNode().put("grant", grant);
    body.put("wrapped_dek", Base64.getEncoder().encodeToString(wrappedDek));
    body.set("client_key", jwk());
    var request = HttpRequest.newBuilder(URI.create(url + "/v1/unwrap")).header("Content-Type", "application/json");
    var answered = text(request.POST(HttpRequest.BodyPublishers.ofString(body.toString())).build()); // 4
    var answer = JSON.readTree(answered).get("data");
    var epk = answer.get("epk");
    var wrapped = answer.get("wrapped_key").asText();
    var info = String.join("\n", "strongroom/v1/unwrap", url, file, op, sha256(grant), jkt(), thumbprint(epk)); // 5
    var signature = Signature.getInstance("Ed25519");
    signature.initVerify(verifier);
    signature.update(("strongroom/v1/answer\n" + info + "\n" + wrapped).getBytes(StandardCharsets.UTF_8));
    if (!signature.verify(Base64.getUrlDecoder().decode(answer.get("sig").asText()))) // 6
      throw new GeneralSecurityException("the answer is not one of the key service for this file");
    var agreement = KeyAgreement.getInstance("ECDH");
    agreement.init(pair.getPrivate());
    agreement.doPhase(keyOf(epk), true);
    var kek = hkdf(agreement.generateSecret(), info); // 7, 8
    var cipher = Cipher.getInstance("AESWrap");
    cipher.init(Cipher.UNWRAP_MODE, new SecretKeySpec(kek, "AES"));
    return cipher.unwrap(Base64.getUrlDecoder().decode(wrapped), "AES", Cipher.SECRET_KEY).getEncoded(); // 9
  }

  /** HKDF-SHA-256 with an empty salt, 32 bytes (RFC 5869). */
  private static byte[] hkdf(byte[] secret, String info) throws Exception {
    var mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(new byte[32], "HmacSHA256"));
    mac.init(new SecretKeySpec(mac.doFinal(secret), "HmacSHA256"));
    mac.update(info.getBytes(StandardCharsets.UTF_8));
    return mac.doFinal(new byte[] {1});
  }

  private ObjectNode jwk() {
    var point = ((ECPublicKey) pair.getPublic()).getW();
    var jwk = JSON.createObjectNode().put("crv", "P-256").put("kty", "EC");
    return jwk.put("x", coordinate(point.getAffineX())).put("y", coordinate(point.getAffineY()));
  }

  private PublicKey keyOf(JsonNode jwk) throws Exception {
    var numbers = new BigInteger[2];
    for (int i = 0; i < 2; i++)
      numbers[i] = new BigInteger(1, Base64.getUrlDecoder().decode(jwk.get(i == 0 ? "x" : "y").asText()));
    var curve = ((ECPublicKey) pair.getPublic()).getParams();
    return KeyFactory.getInstance("EC").generatePublic(new ECPublicKeySpec(new ECPoint(numbers[0], numbers[1]), curve));
  }

  private static String thumbprint(JsonNode jwk) throws Exception {
    var members = new TreeMap<String, String>();
    for (var name : List.of("crv", "kty", "x", "y")) members.put(name, jwk.get(name).asText());
    return sha256(JSON.writeValueAsString(members));
  }

  private static String coordinate(BigInteger number) {
    var bytes = number.toByteArray();
    var fixed = new byte[32];
    int length = Math.min(32, bytes.length);
    System.arraycopy(bytes, bytes.length - length, fixed, 32 - length, length);
    return B64URL.encodeToString(fixed);
  }

  private static String sha256(String text) throws Exception {
    return B64URL.encodeToString(MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8)));
  }

  private static String text(HttpRequest request) throws Exception {
    var response = HTTP.send(request, BodyHandlers.ofString());
    if (response.statusCode() >= 400) throw new GeneralSecurityException(response.body());
    return response.body();
  }
}
