import com.example.strongroom.ApiClient;
import com.example.strongroom.ApiException;
import com.example.strongroom.api.*;
import com.example.strongroom.model.*;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.*;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * The procedure of the specification by a client that openapi-generator made: puts a file into ROOM, reads FILE, and does
 * everything else in a room of its own.
 */
public final class Procedure {
  private static final HttpClient HTTP = HttpClient.newHttpClient();
  private static final ObjectMapper JSON = new ObjectMapper();
  private static RoomsApi rooms;
  private static FilesApi files;
  private static Keys keys;

  private interface Call {
    Object run() throws ApiException;
  }

  /** The code of a refusal. */
  private static String refused(Call call) throws Exception {
    try {
      return "not refused: " + call.run();
    } catch (ApiException refusal) {
      return JSON.readTree(refusal.getResponseBody()).get("error").get("code").asText();
    }
  }

  private static Cipher cipher(int mode, byte[] key, byte[] iv) throws Exception {
    var cipher = Cipher.getInstance("AES/GCM/NoPadding");
    cipher.init(mode, new SecretKeySpec(key, "AES"), new GCMParameterSpec(128, iv));
    return cipher;
  }

  private static UUID put(UUID room, String name, byte[] content) throws Exception {
    var asked = new RequestOneUploadBody().name(name).contentType("text/plain").size(content.length).clientJkt(keys.jkt());
    var upload = rooms.requestUpload(room, asked, null).getData();
    var key = keys.unwrap(upload.getKeyGrant(), upload.getWrappedDek(), upload.getFileId().toString(), "seal");
    var iv = new byte[12];
    new SecureRandom().nextBytes(iv);
    var sealed = cipher(Cipher.ENCRYPT_MODE, key, iv).doFinal(content);
    int end = sealed.length - 16;
    var body = HttpRequest.BodyPublishers.ofByteArray(sealed, 0, end);
    HTTP.send(HttpRequest.newBuilder(upload.getUploadUrl()).PUT(body).build(), BodyHandlers.discarding());
    var proof = new ConfirmUploadBody().iv(iv).tag(Arrays.copyOfRange(sealed, end, sealed.length));
    return rooms.confirmUpload(room, upload.getFileId(), proof, null).getData().getId();
  }

  private static byte[] get(UUID file) throws Exception {
    var download = files.requestDownload(file, null, keys.jkt()).getData();
    var key = keys.unwrap(download.getKeyGrant(), download.getWrappedDek(), file.toString(), "open");
    var ciphertext = HTTP.send(HttpRequest.newBuilder(download.getDownloadUrl()).build(), BodyHandlers.ofByteArray()).body();
    var cipher = cipher(Cipher.DECRYPT_MODE, key, download.getIv());
    cipher.update(new byte[0]);
    var sealed = Arrays.copyOf(ciphertext, ciphertext.length + 16);
    System.arraycopy(download.getTag(), 0, sealed, ciphertext.length, 16);
    return cipher.doFinal(sealed);
  }

  public static void main(String[] args) throws Exception {
    var client = new ApiClient();
    client.setBasePath(System.getenv("STRONGROOM_URL") + "/api/v1");
    client.setBearerToken(System.getenv("STRONGROOM_TOKEN"));
    rooms = new RoomsApi(client);
    files = new FilesApi(client);
    var service = new ServiceApi(client).getService().getData().getKeyService();
    keys = new Keys(service.getUrl().toString(), service.getKey());
    var room = UUID.fromString(args[0]);

    var own = rooms.createRoom(new CreateRoomBody().name("By Java").classification("C2"), null).getData().getId();
    var content = "Put by Java.".getBytes();
    var first = put(own, "first.txt", content);
    var said = JSON.createObjectNode();
    var listed = said.putArray("listed");
    rooms.listFiles(own, null, null, null, null, null, null, null, null, null, null, null).getData().forEach(file -> listed.add(file.getName()));
    said.put("same", Arrays.equals(get(first), content));
    said.put("share", files.createShare(first, new CreateShareBody().expiresIn(3600).maxDownloads(1), null).getData().getMaxDownloads());
    said.put("archived", rooms.archiveRoom(own, null).getData().getStatus());
    said.put("refused", refused(() -> files.deleteFile(first)));
    said.put("active", rooms.unarchiveRoom(own, null).getData().getStatus());
    said.put("deleted", files.deleteFile(first).getData().getId().equals(first));
    said.put("gone", refused(() -> files.getFile(first)));
    said.put("destroyed", rooms.deleteRoom(own, null).getData().getId().equals(own));
    said.put("absent", refused(() -> rooms.getRoom(own)));
    var read = MessageDigest.getInstance("SHA-256").digest(get(UUID.fromString(args[1])));
    said.put("read", HexFormat.of().formatHex(read));
    said.put("put", put(room, "by-java.txt", content).toString());
    System.out.println(said);
  }
}
