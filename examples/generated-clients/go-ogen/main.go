// The procedure of the specification by a client that ogen made, with keys by ../../without-the-library/go.
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
	"os"

	"github.com/google/uuid"
	"strongroom.example/client/keys"
	"strongroom.example/generated-by-ogen/api"
)

// bearer is the credential of every call.
type bearer struct{ token string }

func (b bearer) Bearer(context.Context, api.OperationName) (api.Bearer, error) {
	return api.Bearer{Token: b.token}, nil
}

var (
	ctx    = context.Background()
	client *api.Client
	key    *keys.Keys
)

func must[T any](value T, err error) T {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	return value
}

// as is the answer of one status; any other answer ends the program.
func as[T any](answer any, err error) T {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	expected, isExpected := answer.(T)
	if !isExpected {
		fmt.Fprintf(os.Stderr, "unexpected %T: %+v\n", answer, answer)
		os.Exit(1)
	}
	return expected
}

func cipherFor(grant api.NilString, wrapped []byte, file, op string) cipher.AEAD {
	data := must(key.Unwrap(grant.Value, base64.StdEncoding.EncodeToString(wrapped), file, op))
	return must(cipher.NewGCM(must(aes.NewCipher(data))))
}

func put(room uuid.UUID, name string, content []byte) uuid.UUID {
	kind := "text/plain"
	body := api.RequestOneUploadBody{Name: api.NewOptString(name), ContentType: kind, Size: len(content), ClientJkt: api.NewOptString(key.Jkt())}
	requested, err := client.RequestUpload(ctx, &body, api.RequestUploadParams{RoomID: room})
	upload := as[*api.RequestUploadOKHeaders](requested, err).Response.Data
	gcm := cipherFor(upload.KeyGrant, upload.WrappedDek, upload.FileID.String(), "seal")
	iv := make([]byte, 12)
	must(rand.Read(iv))
	sealed := gcm.Seal(nil, iv, content, nil)
	end := len(sealed) - 16
	must(keys.Send("PUT", upload.UploadURL.String(), "", kind, sealed[:end]))
	proof := api.ConfirmUploadBody{Iv: iv, Tag: sealed[end:]}
	confirmed, err := client.ConfirmUpload(ctx, &proof, api.ConfirmUploadParams{RoomID: room, FileID: upload.FileID})
	return as[*api.ConfirmUploadOKHeaders](confirmed, err).Response.Data.ID
}

func get(file uuid.UUID) []byte {
	params := api.RequestDownloadParams{FileID: file, ClientJkt: api.NewOptString(key.Jkt())}
	requested, err := client.RequestDownload(ctx, params)
	download := as[*api.RequestDownloadOKHeaders](requested, err).Response.Data
	gcm := cipherFor(download.KeyGrant, download.WrappedDek, file.String(), "open")
	ciphertext := must(keys.Send("GET", download.DownloadURL.String(), "", "", nil))
	return must(gcm.Open(nil, download.Iv, append(ciphertext, download.Tag...), nil))
}

func main() {
	client = must(api.NewClient(os.Getenv("STRONGROOM_URL")+"/api/v1", bearer{os.Getenv("STRONGROOM_TOKEN")}))
	offered, err := client.GetService(ctx)
	service := as[*api.GetServiceOKHeaders](offered, err).Response.Data.KeyService.Value
	key = must(keys.New(service.URL.String(), service.Key.Value))
	room, file := must(uuid.Parse(os.Args[1])), must(uuid.Parse(os.Args[2]))

	created, err := client.CreateRoom(ctx, &api.CreateRoomBody{Name: "By ogen", Classification: "C2"}, api.CreateRoomParams{})
	own := as[*api.CreateRoomCreatedHeaders](created, err).Response.Data.ID
	content := []byte("Put by ogen.")
	first := put(own, "first.txt", content)
	terms := api.CreateShareBody{ExpiresIn: 3600, MaxDownloads: api.NewOptNilInt(1)}
	shared, err := client.CreateShare(ctx, &terms, api.CreateShareParams{FileID: first})
	share := as[*api.CreateShareCreatedHeaders](shared, err).Response.Data
	files, err := client.ListFiles(ctx, api.ListFilesParams{RoomID: own})
	listed := []string{}
	for _, each := range as[*api.ListFilesOKHeaders](files, err).Response.Data {
		listed = append(listed, each.Name)
	}
	said := map[string]any{"listed": listed, "same": bytes.Equal(get(first), content), "share": share.MaxDownloads.Value}
	archived, err := client.ArchiveRoom(ctx, api.ArchiveRoomParams{ID: own})
	said["archived"] = as[*api.ArchiveRoomOKHeaders](archived, err).Response.Data.Status
	refused, err := client.DeleteFile(ctx, api.DeleteFileParams{FileID: first})
	said["refused"] = as[*api.ConflictHeaders](refused, err).Response.Error.Code
	active, err := client.UnarchiveRoom(ctx, api.UnarchiveRoomParams{ID: own})
	said["active"] = as[*api.UnarchiveRoomOKHeaders](active, err).Response.Data.Status
	deleted, err := client.DeleteFile(ctx, api.DeleteFileParams{FileID: first})
	said["deleted"] = as[*api.DeleteFileOKHeaders](deleted, err).Response.Data.ID == first
	gone, err := client.GetFile(ctx, api.GetFileParams{FileID: first})
	said["gone"] = as[*api.NotFoundHeaders](gone, err).Response.Error.Code
	destroyed, err := client.DeleteRoom(ctx, api.DeleteRoomParams{ID: own})
	said["destroyed"] = as[*api.DeleteRoomOKHeaders](destroyed, err).Response.Data.ID == own
	absent, err := client.GetRoom(ctx, api.GetRoomParams{ID: own})
	said["absent"] = as[*api.NotFoundHeaders](absent, err).Response.Error.Code
	read := sha256.Sum256(get(file))
	said["read"] = hex.EncodeToString(read[:])
	said["put"] = put(room, "by-ogen.txt", content)
	fmt.Println(string(must(json.Marshal(said))))
}
