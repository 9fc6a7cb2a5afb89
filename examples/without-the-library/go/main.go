// Puts a file into a room and gets it back, with keys from the key service in the mode `grant`. Needs Go 1.24 or later and no
// package. The steps are those of docs/reference/key-service.md, by their numbers.
//
//	go run . put ROOM PATH      prints the id of the file
//	go run . get FILE PATH
//
// STRONGROOM_URL and STRONGROOM_TOKEN name the service and a token.
package main

import (
	"bytes"
	"crypto/aes"
	"crypto/cipher"
	"crypto/ecdh"
	"crypto/ed25519"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
)

var b64url = base64.RawURLEncoding

func digest(text string) string {
	sum := sha256.Sum256([]byte(text))
	return b64url.EncodeToString(sum[:])
}

// Point is a public P-256 key. Its fields stand in the order that RFC 7638 asks for.
type Point struct {
	Crv string `json:"crv"`
	Kty string `json:"kty"`
	X   string `json:"x"`
	Y   string `json:"y"`
}

func pointOf(key *ecdh.PublicKey) Point {
	raw := key.Bytes() // 4, x, y
	return Point{"P-256", "EC", b64url.EncodeToString(raw[1:33]), b64url.EncodeToString(raw[33:])}
}

func (p Point) thumbprint() string {
	text, _ := json.Marshal(p)
	return digest(string(text))
}

func (p Point) key() (*ecdh.PublicKey, error) {
	x, err := b64url.DecodeString(p.X)
	y, err2 := b64url.DecodeString(p.Y)
	if err := errors.Join(err, err2); err != nil {
		return nil, err
	}
	return ecdh.P256().NewPublicKey(append(append([]byte{4}, x...), y...))
}

// Sealed is the answer of the key service for one key.
type Sealed struct {
	Epk        Point  `json:"epk"`
	WrappedKey string `json:"wrapped_key"`
	Sig        string `json:"sig"`
}

// Keys asks one key service: its address and the thumbprint of its key come from where you trust them.
type Keys struct {
	url      string
	private  *ecdh.PrivateKey
	verifier ed25519.PublicKey
}

func newKeys(url, thumbprint string) (*Keys, error) {
	private, err := ecdh.P256().GenerateKey(rand.Reader) // 1
	if err != nil {
		return nil, err
	}
	var set struct{ Keys []struct{ X string } }
	if err := call("GET", url+"/.well-known/jwks.json", "", nil, &set); err != nil { // 2
		return nil, err
	}
	for _, listed := range set.Keys {
		if digest(`{"crv":"Ed25519","kty":"OKP","x":"`+listed.X+`"}`) == thumbprint {
			verifier, err := b64url.DecodeString(listed.X)
			return &Keys{url, private, verifier}, err
		}
	}
	return nil, errors.New("the key service has another key than the one that you trust")
}

// Unwrap returns the data key. op: "seal" for an upload, "open" for a download; never taken from the grant.
func (k *Keys) Unwrap(grant, wrappedDek, file, op string) ([]byte, error) {
	var answer struct{ Data Sealed }
	body := map[string]any{"grant": grant, "wrapped_dek": wrappedDek, "client_key": pointOf(k.private.PublicKey())}
	if err := call("POST", k.url+"/v1/unwrap", "", body, &answer); err != nil { // 4
		return nil, err
	}
	return k.opened(answer.Data, grant, file, op)
}

func (k *Keys) opened(answer Sealed, grant, file, op string) ([]byte, error) {
	info := strings.Join([]string{"strongroom/v1/unwrap", k.url, file, op, digest(grant), // 5
		pointOf(k.private.PublicKey()).thumbprint(), answer.Epk.thumbprint()}, "\n")
	sig, err := b64url.DecodeString(answer.Sig)
	signed := "strongroom/v1/answer\n" + info + "\n" + answer.WrappedKey
	if err != nil || !ed25519.Verify(k.verifier, []byte(signed), sig) { // 6: before anything is opened
		return nil, errors.New("the answer is not one of the key service for this file")
	}
	epk, err := answer.Epk.key()
	if err != nil {
		return nil, err
	}
	shared, err := k.private.ECDH(epk) // 7
	if err != nil {
		return nil, err
	}
	kek, err := hkdf.Key(sha256.New, shared, nil, info, 32) // 8
	if err != nil {
		return nil, err
	}
	wrapped, err := b64url.DecodeString(answer.WrappedKey)
	if err != nil {
		return nil, err
	}
	return unwrapKey(kek, wrapped) // 9
}

// unwrapKey is AES key wrap (RFC 3394), which the standard library lacks.
func unwrapKey(kek, wrapped []byte) ([]byte, error) {
	block, err := aes.NewCipher(kek)
	if err != nil || len(wrapped)%8 != 0 || len(wrapped) < 24 {
		return nil, errors.New("not a wrapped key")
	}
	n := len(wrapped)/8 - 1
	a, r := bytes.Clone(wrapped[:8]), bytes.Clone(wrapped[8:])
	for t := 6 * n; t > 0; t-- {
		i := (t - 1) % n
		half := make([]byte, 16)
		binary.BigEndian.PutUint64(half, binary.BigEndian.Uint64(a)^uint64(t))
		copy(half[8:], r[8*i:8*i+8])
		block.Decrypt(half, half)
		copy(a, half[:8])
		copy(r[8*i:], half[8:])
	}
	if !bytes.Equal(a, bytes.Repeat([]byte{0xa6}, 8)) {
		return nil, errors.New("the key was wrapped under another key")
	}
	return r, nil
}

// Room calls the room service.
type Room struct {
	api, token string
	keys       *Keys
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
	room.keys, err = newKeys(service.KeyService.URL, service.KeyService.Key)
	return room, err
}

func (r *Room) ask(method, path string, body, data any) error {
	return call(method, r.api+path, r.token, body, &struct {
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
		"client_jkt": pointOf(r.keys.private.PublicKey()).thumbprint()}
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
	if _, err := send("PUT", upload.UploadURL, "", "application/octet-stream", sealed[:end]); err != nil {
		return "", err
	}
	proof := map[string]any{"iv": iv, "tag": sealed[end:]}
	return upload.FileID, r.ask("POST", "/rooms/"+room+"/files/"+upload.FileID+"/confirm", proof, nil)
}

// Get downloads and decrypts a file.
func (r *Room) Get(file, path string) error {
	var download File
	query := "?client_jkt=" + pointOf(r.keys.private.PublicKey()).thumbprint()
	if err := r.ask("GET", "/files/"+file+"/download-url"+query, nil, &download); err != nil { // 3
		return err
	}
	gcm, err := r.cipherFor(download, file, "open")
	if err != nil {
		return err
	}
	ciphertext, err := send("GET", download.DownloadURL, "", "", nil)
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

func call(method, url, token string, body, answer any) error {
	var sent []byte
	kind := ""
	if body != nil {
		kind = "application/json"
		var err error
		if sent, err = json.Marshal(body); err != nil {
			return err
		}
	}
	text, err := send(method, url, token, kind, sent)
	if err != nil {
		return err
	}
	return json.Unmarshal(text, answer)
}

func send(method, url, token, kind string, body []byte) ([]byte, error) {
	request, err := http.NewRequest(method, url, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	if kind != "" {
		request.Header.Set("Content-Type", kind)
	}
	if token != "" {
		request.Header.Set("Authorization", "Bearer "+token)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err == nil && response.StatusCode >= 400 {
		err = fmt.Errorf("%s %s: %s", method, strings.Split(url, "?")[0], text)
	}
	return text, err
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
