// The procedure of the specification by a client that oapi-codegen made, with keys by ../../without-the-library/go.
//
//	go run . ROOM FILE      puts a file into ROOM, reads FILE, and does everything else in a room of its own
package main

import (
	"bytes"
	"context"
	"crypto/aes"
	"crypto/cipher"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
	"os"

	"github.com/google/uuid"
	"strongroom.example/client/keys"
	"strongroom.example/generated/api"
)

var (
	ctx     = context.Background()
	address = os.Getenv("STRONGROOM_URL") + "/api/v1"
	client  *api.ClientWithResponses
	key     *keys.Keys
)

func must[T any](value T, err error) T {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	return value
}

func cipherFor(grant *string, wrapped []byte, file, op string) cipher.AEAD {
	data := must(key.Unwrap(*grant, base64.StdEncoding.EncodeToString(wrapped), file, op))
	return must(cipher.NewGCM(must(aes.NewCipher(data))))
}

func put(room uuid.UUID, name string, content []byte) uuid.UUID {
	jkt := key.Jkt()
	kind := "text/plain"
	asked := api.RequestOneUploadBody{Name: &name, ContentType: kind, Size: len(content), ClientJkt: &jkt}
	upload := must(client.RequestUploadWithResponse(ctx, room, nil, asked)).JSON200.Data
	gcm := cipherFor(upload.KeyGrant, upload.WrappedDek, upload.FileId.String(), "seal")
	iv := make([]byte, 12)
	must(rand.Read(iv))
	sealed := gcm.Seal(nil, iv, content, nil)
	end := len(sealed) - 16
	must(keys.Send("PUT", upload.UploadUrl, "", kind, sealed[:end]))
	proof := api.ConfirmUploadBody{Iv: iv, Tag: sealed[end:]}
	return must(client.ConfirmUploadWithResponse(ctx, room, upload.FileId, nil, proof)).JSON200.Data.Id
}

func get(file uuid.UUID) []byte {
	jkt := key.Jkt()
	download := must(client.RequestDownloadWithResponse(ctx, file, &api.RequestDownloadParams{ClientJkt: &jkt})).JSON200.Data
	gcm := cipherFor(download.KeyGrant, download.WrappedDek, file.String(), "open")
	ciphertext := must(keys.Send("GET", download.DownloadUrl, "", "", nil))
	return must(gcm.Open(nil, download.Iv, append(ciphertext, download.Tag...), nil))
}

func main() {
	signed := func(_ context.Context, request *http.Request) error {
		request.Header.Set("Authorization", "Bearer "+os.Getenv("STRONGROOM_TOKEN"))
		return nil
	}
	client = must(api.NewClientWithResponses(address, api.WithRequestEditorFn(signed)))
	service := must(client.GetServiceWithResponse(ctx)).JSON200.Data.KeyService
	key = must(keys.New(service.Url, *service.Key))
	room, file := must(uuid.Parse(os.Args[1])), must(uuid.Parse(os.Args[2]))

	own := must(client.CreateRoomWithResponse(ctx, nil, api.CreateRoomBody{Name: "By Go", Classification: "C2"})).JSON201.Data
	content := []byte("Put by Go.")
	first := put(own.Id, "first.txt", content)
	one := 1
	share := must(client.CreateShareWithResponse(ctx, first, nil, api.CreateShareBody{ExpiresIn: 3600, MaxDownloads: &one})).JSON201
	listed := []string{}
	for _, each := range must(client.ListFilesWithResponse(ctx, own.Id, nil)).JSON200.Data {
		listed = append(listed, each.Name)
	}
	said := map[string]any{
		"listed":   listed,
		"same":     bytes.Equal(get(first), content),
		"share":    share.Data.MaxDownloads,
		"archived": must(client.ArchiveRoomWithResponse(ctx, own.Id, nil)).JSON200.Data.Status,
	}
	said["refused"] = must(client.DeleteFileWithResponse(ctx, first)).JSON409.Error.Code
	said["active"] = must(client.UnarchiveRoomWithResponse(ctx, own.Id, nil)).JSON200.Data.Status
	said["deleted"] = must(client.DeleteFileWithResponse(ctx, first)).JSON200.Data.Id == first
	said["gone"] = must(client.GetFileWithResponse(ctx, first)).JSON404.Error.Code
	said["destroyed"] = must(client.DeleteRoomWithResponse(ctx, own.Id, nil)).JSON200.Data.Id == own.Id
	said["absent"] = must(client.GetRoomWithResponse(ctx, own.Id)).JSON404.Error.Code
	read := sha256.Sum256(get(file))
	said["read"] = hex.EncodeToString(read[:])
	said["put"] = put(room, "by-go.txt", content)
	fmt.Println(string(must(json.Marshal(said))))
}
