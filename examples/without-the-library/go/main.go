// Puts a file into a room and gets it back, with keys from the key service in the mode `grant`. Needs Go 1.24 or later and no
// package. The steps are those of docs/reference/key-service.md, by their numbers.
//
//	go run . put ROOM PATH      prints the id of the file
//	go run . get FILE PATH
//
// STRONGROOM_URL and STRONGROOM_TOKEN name the service and a token.
package main

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"strongroom.example/client/keys"
)

// Room calls the room service.
type Room struct {
	api, token string
	keys       *keys.Keys
}

// File holds what the answers about one file have in common.
type File struct {
	FileID      string `json:"file_id"`
	UploadURL   string `json:"upload_url"`
	DownloadURL string `json:"download_url"`
	WrappedDek  string `json:"wrapped_dek"`
	KeyGrant    string `json:"key_grant"`
	Iv          []byte `json:"iv"`
	Tag         []byte `json:"tag"`
}

func newRoom(url, token string) (*Room, error) {
	room := &Room{api: url + "/api/v1", token: token}
	var service struct {
		KeyService struct{ URL, Key string } `json:"key_service"`
	}
	if err := room.ask("GET", "/service", nil, &service); err != nil {
		return nil, err
	}
	var err error // The mode `grant` takes the room service's word.
	room.keys, err = keys.New(service.KeyService.URL, service.KeyService.Key)
	return room, err
}

func (r *Room) ask(method, path string, body, data any) error {
	return keys.Call(method, r.api+path, r.token, body, &struct {
		Data any `json:"data"`
	}{data})
}

// Put encrypts and uploads a file, and returns its id.
func (r *Room) Put(room, path string) (string, error) {
	content, err := os.ReadFile(path)
	if err != nil {
		return "", err
	}
	var upload File
	asked := map[string]any{"name": filepath.Base(path), "content_type": "application/octet-stream", "size": len(content),
		"client_jkt": r.keys.Jkt()}
	if err := r.ask("POST", "/rooms/"+room+"/files/upload-url", asked, &upload); err != nil { // 3
		return "", err
	}
	gcm, err := r.cipherFor(upload, upload.FileID, "seal")
	if err != nil {
		return "", err
	}
	iv := make([]byte, 12)
	if _, err := rand.Read(iv); err != nil {
		return "", err
	}
	sealed := gcm.Seal(nil, iv, content, nil)
	end := len(sealed) - 16
	if _, err := keys.Send("PUT", upload.UploadURL, "", "application/octet-stream", sealed[:end]); err != nil {
		return "", err
	}
	proof := map[string]any{"iv": iv, "tag": sealed[end:]}
	return upload.FileID, r.ask("POST", "/rooms/"+room+"/files/"+upload.FileID+"/confirm", proof, nil)
}

// Get downloads and decrypts a file.
func (r *Room) Get(file, path string) error {
	var download File
	query := "?client_jkt=" + r.keys.Jkt()
	if err := r.ask("GET", "/files/"+file+"/download-url"+query, nil, &download); err != nil { // 3
		return err
	}
	gcm, err := r.cipherFor(download, file, "open")
	if err != nil {
		return err
	}
	ciphertext, err := keys.Send("GET", download.DownloadURL, "", "", nil)
	if err != nil {
		return err
	}
	content, err := gcm.Open(nil, download.Iv, append(ciphertext, download.Tag...), nil)
	if err != nil {
		return err
	}
	return os.WriteFile(path, content, 0o600)
}

func (r *Room) cipherFor(granted File, file, op string) (cipher.AEAD, error) {
	key, err := r.keys.Unwrap(granted.KeyGrant, granted.WrappedDek, file, op)
	if err != nil {
		return nil, err
	}
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, err
	}
	return cipher.NewGCM(block)
}

func run() error {
	if len(os.Args) != 4 {
		return errors.New("put ROOM PATH, or get FILE PATH")
	}
	room, err := newRoom(os.Getenv("STRONGROOM_URL"), os.Getenv("STRONGROOM_TOKEN"))
	if err != nil {
		return err
	}
	if os.Args[1] == "put" {
		id, err := room.Put(os.Args[2], os.Args[3])
		if err == nil {
			fmt.Println(id)
		}
		return err
	}
	return room.Get(os.Args[2], os.Args[3])
}

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
